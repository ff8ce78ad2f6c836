use belfry_extension::{service_extension, Completion, Failure, Request, ServiceExtension};

struct NotificationService;

impl ServiceExtension for NotificationService {
    fn start() -> Result<Self, Failure> {
        Ok(NotificationService)
    }

    fn did_receive(&self, request: Request, completion: Completion) -> Result<(), Failure> {
        let mut best = request.copy()?;
        // Change the notification here.
        best.set_subtitle("modified")?;
        completion.complete(best);
        Ok(())
    }
}

service_extension!(NotificationService);
