use belfry_extension::{
    content_extension, ContentExtension, Failure, Notification, Response, ResponseCompletion,
    ResponseOption, Ui, View,
};

struct NotificationContent {
    label: View,
}

impl ContentExtension for NotificationContent {
    fn start() -> Result<Self, Failure> {
        Ok(NotificationContent { label: View::NONE })
    }

    // The root view is there and as wide as it will be: put views into it.
    fn load(&mut self, ui: Ui) -> Result<(), Failure> {
        let width = ui.root().frame()?.width;
        self.label = View::label()
            .inside(ui.root())
            .frame(16.0, 16.0, width - 32.0, 88.0)
            .text_alignment(1)
            .line_count(0)
            .done()?;
        Ok(ui.set_preferred_size(width, 120.0)?)
    }

    fn did_receive(&mut self, _: Ui, notification: Notification) -> Result<(), Failure> {
        Ok(self.label.set_text(&notification.content().body())?)
    }

    fn did_receive_response(
        &mut self,
        _: Ui,
        response: Response,
        completion: ResponseCompletion,
    ) -> Result<(), Failure> {
        if response.action()? != "like" {
            completion.complete(ResponseOption::DismissAndForward);
            return Ok(());
        }
        self.label.set_text("You like this.")?;
        completion.complete(ResponseOption::DoNotDismiss);
        Ok(())
    }
}

content_extension!(NotificationContent);
