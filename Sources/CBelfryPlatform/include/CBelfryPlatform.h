/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What Swift cannot call: variadic functions, system calls without a wrapper, macros with
 * arithmetic, and code between clone and execve. Every function is a thin shim: it returns what
 * the kernel returned, -1 with errno set on failure. */
#ifndef CBELFRY_PLATFORM_H
#define CBELFRY_PLATFORM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <time.h>

/* --- Errors ----------------------------------------------------------------------------------- */

/* strerrorname_np and strerrordesc_np are GNU's and not imported. Null for an unknown number. */
const char *belfry_errno_name(int error);
const char *belfry_errno_sentence(int error);

/* sigabbrev_np is GNU's and not imported: "SEGV". Null for an unknown number. */
const char *belfry_signal_name(int signal);

/* --- Descriptors ---------------------------------------------------------------------------- */

/* open and fcntl are variadic. */
int belfry_open(const char *path, int flags, unsigned mode);

/* open(2) with O_PATH, which is GNU's: a place in the file system without access to it. */
int belfry_open_path(const char *path);
extern const int belfry_o_path;

/* O_DIRECT of open(2), which Swift's Glibc leaves out. */
extern const uint32_t belfry_o_direct;

/* openat2(2) has no wrapper. `resolve` is a mask of the two below. */
extern const uint64_t belfry_resolve_beneath;
extern const uint64_t belfry_resolve_no_links; /* NO_SYMLINKS | NO_MAGICLINKS */
int belfry_openat2(int directory, const char *path, uint64_t flags, uint64_t mode,
                   uint64_t resolve);

/* renameat2(2) is GNU's and not imported: with RENAME_NOREPLACE, in one directory. */
int belfry_rename_to_free(int directory, const char *name, const char *new_name);

/* statx(2): when what a name stands for was made, in nanoseconds of UNIX time; -1 where the file system
 * does not know. */
int64_t belfry_birth_time(int directory, const char *name);

/* statfs(2), whose header is not imported: the kind of file system (f_type), -1 on failure. */
int64_t belfry_file_system_type(const char *path);

/* pipe2(2) is GNU's and not imported: both ends close-on-exec. */
int belfry_pipe(int *ends);

/* close_range(2): closes every descriptor from `first` up. */
int belfry_close_from(unsigned first);

/* memfd_create(2) with MFD_CLOEXEC. */
int belfry_memfd(const char *name);

/* --- Packets with descriptors --------------------------------------------------------------- */

/* Most descriptors one packet carries here. */
enum { belfry_packet_descriptor_limit = 8 };

/* CMSG macros are not imported. Sends one packet with `descriptor_count` descriptors; flags is
 * MSG_*; MSG_NOSIGNAL is added. Returns the bytes sent. */
ssize_t belfry_send_packet(int socket, const void *bytes, size_t count, const int *descriptors,
                           size_t descriptor_count, int flags);

/* Receives one packet. Descriptors come close-on-exec; *descriptor_count is how many there are,
 * never more than belfry_packet_descriptor_limit (the kernel closes the rest). *truncated is 1
 * when the packet or its descriptors did not fit. Returns the bytes, 0 at the end of the stream. */
ssize_t belfry_receive_packet(int socket, void *bytes, size_t capacity, int *descriptors,
                              size_t *descriptor_count, int *truncated, int flags);

/* --- Processes ------------------------------------------------------------------------------ */

/* fork(2) is not imported into Swift. */
pid_t belfry_fork(void);

int belfry_pidfd_open(pid_t process);
int belfry_pidfd_send_signal(int pidfd, int signal);
/* A descriptor of the open file that another process has under a number; close-on-exec. */
int belfry_pidfd_getfd(int pidfd, int number);

/* How a process ended: waitid(2) with P_PIDFD or P_ALL, and its resource usage. */
struct belfry_exit {
    pid_t process;
    int32_t code;   /* CLD_EXITED, CLD_KILLED, CLD_DUMPED */
    int32_t status; /* exit status or signal */
    struct rusage usage;
};

/* Reaps one ended child, any of them when pidfd is -1, or waits until one has ended. Returns 1 when one
 * was reaped, 0 when none has ended yet, -1 when there is none. */
int belfry_reap(int pidfd, struct belfry_exit *out, int waits);

/* What to start, and how. All pointers outlive the call. */
struct belfry_spawn {
    const char *path;
    char *const *arguments;   /* null-terminated */
    char *const *environment; /* null-terminated */
    uint64_t namespaces;      /* CLONE_NEW* */
    int control;              /* becomes descriptor 3; -1 for no such descriptor */
    int answers;              /* becomes descriptor 4, after a control; -1 for no such descriptor */
    int output;               /* becomes descriptors 1 and 2; 0 is /dev/null */
    int outlives_thread;      /* whether it stays when the calling thread ends */
};

/* Starts a process with clone(2), CLONE_VFORK and CLONE_PIDFD: a child that shares memory until it
 * executes may run only async-signal-safe code, which Swift cannot promise. The child gets its own
 * session, dies with the calling *thread* (PR_SET_PDEATHSIG) unless it outlives that, has no descriptor
 * but 0 to 2, 3 or 4, and in a new user namespace is mapped to uid and gid 0 there. Returns the process id and *pidfd. */
pid_t belfry_spawn_process(const struct belfry_spawn *spawn, int *pidfd);

extern const uint64_t belfry_clone_newuser, belfry_clone_newns, belfry_clone_newpid,
    belfry_clone_newnet, belfry_clone_newipc, belfry_clone_newuts;

/* prctl is variadic. */
int belfry_prctl(int option, unsigned long argument);
int belfry_capbset_drop_all(void);
/* Clears the permitted, effective and inheritable sets of all but the capabilities of a mask of
 * 1 << CAP_*, of the first 32 (capset(2) has no wrapper). */
int belfry_keep_capabilities(uint32_t kept);
extern const uint32_t belfry_cap_sys_admin, belfry_cap_dac_read_search;
extern const int belfry_pr_set_no_new_privs, belfry_pr_set_dumpable, belfry_pr_set_pdeathsig,
    belfry_pr_set_mdwe, belfry_pr_set_name, belfry_pr_set_thp_disable;

/* Sets another process's RLIMIT_DATA, soft and hard, which may only be lowered without privilege
 * (prlimit(2) is GNU's). */
int belfry_limit_data(pid_t process, uint64_t byte_count);

/* Raises this process's soft RLIMIT_NOFILE to the hard one. What belfry_spawn_process starts gets the old
 * one back: some programs break with more than 1024 descriptors (man 2 select). 0, or -1 with errno. */
int belfry_raise_descriptor_limit(void);

/* setresuid and setresgid with all three ids, and no supplementary groups. */
int belfry_become(uid_t user, gid_t group);

/* unshare(2) is GNU's. */
int belfry_unshare(uint64_t flags);

/* Enters a user namespace without a mapping. unshare(2) has one argument; the kernel ignores the
 * second one, and the zygote's filter allows the call with this mark alone, so that it tells the
 * host of every other unshare(2). */
int belfry_count_alone(void);
extern const uint32_t belfry_own_count_mark;

/* Whether a process like this one may unshare `flags` and, unless `identity` is (uid_t)-1, become
 * that user: tried in a child that ends with the attempt. In C since a child of a process with
 * threads may run only async-signal-safe code. Returns 1, or 0 for no. */
int belfry_may_unshare(uint64_t flags, uid_t identity);

/* --- Mounts --------------------------------------------------------------------------------- */

int belfry_mount(const char *source, const char *target, const char *type, unsigned long flags,
                 const char *options);
extern const unsigned long belfry_ms_nosuid, belfry_ms_nodev, belfry_ms_noexec, belfry_ms_shared,
    belfry_ms_slave, belfry_ms_rec;
/* Binds what `source` has open onto `target` in `directory`, or onto `directory` where that is empty
 * (open_tree, mount_setattr, move_mount), with MOUNT_ATTR_* added to every mount of it. What is mounted
 * beneath the source later does not follow. Unlike mount(MS_BIND|MS_REMOUNT) it never clears a flag it
 * may not clear. */
int belfry_bind(int source, int directory, const char *target, uint64_t attributes);
extern const uint64_t belfry_mount_rdonly, belfry_mount_nosuid, belfry_mount_nodev,
    belfry_mount_noexec;
/* Adds MOUNT_ATTR_* to the mount at `target`. */
int belfry_mount_restrict(const char *target, uint64_t attributes);
/* pivot_root(".", ".") in `root`, and detaches the old root. */
int belfry_pivot(const char *root);

/* The new mount API (fsopen(2), fsconfig(2), fsmount(2), move_mount(2)); everything made is
 * close-on-exec. A mount that is moved nowhere is gone with its descriptor. */
int belfry_fsopen(const char *type);
int belfry_fsconfig_set(int context, const char *key, const char *value);
int belfry_fsconfig_create(int context);
/* `attributes` are MOUNT_ATTR_*. */
int belfry_fsmount(int context, uint64_t attributes);
int belfry_move_mount(int mount, const char *target);
/* Takes what is mounted at `target` out of the tree; it lives on for whoever has it open
 * (MNT_DETACH). */
int belfry_detach(const char *target);

extern const int belfry_pr_set_keepcaps;

/* --- Landlock (linux/landlock.h of Debian 12 lacks the network and scope fields) -------------- */

struct belfry_landlock_rules {
    uint64_t handled_fs;
    uint64_t handled_net;
    uint64_t scoped;
};

/* The ABI version of the running kernel, -1 when Landlock is absent or off. */
int belfry_landlock_version(void);
int belfry_landlock_create(const struct belfry_landlock_rules *rules);
int belfry_landlock_allow_path(int ruleset, int path, uint64_t access);
int belfry_landlock_allow_connect(int ruleset, uint16_t port);
int belfry_landlock_restrict(int ruleset);

/* The file that a function of this process was loaded from, by the function's name; null where there
 * is none. */
const char *belfry_file_of(const char *symbol);

/* Notes every mapping of this process that is writable and executable, which takes a while where
 * there are many mappings; EOVERFLOW when there are more than libffi would ever make. */
int belfry_find_code(void);

/* Takes write access from the mappings that were found last, here or before a fork. */
int belfry_freeze_code(void);

/* --- seccomp -------------------------------------------------------------------------------- */

/* Installs a classic BPF program of `count` instructions (8 bytes each) on all threads. Returns 0,
 * -1 with errno, or the id of a thread that could not be synchronised. */
int belfry_seccomp_install(const void *program, uint16_t count);

/* Puts a program into memory of its own, for good, in the form in which seccomp(2) takes it, and asks
 * the kernel to let nobody change, move or replace it (mseal(2), Linux 6.10). Returns where, or NULL
 * with errno. */
const void *belfry_seccomp_place(const void *program, uint16_t count, int *is_immutable);

/* Installs a program from there on all threads, as belfry_seccomp_install does. */
int belfry_seccomp_install_placed(const void *place);

/* Installs one on the calling thread, with a listener at which the calls arrive that it answers
 * with SECCOMP_RET_USER_NOTIF (man 2 seccomp_unotify). Returns the listener, close-on-exec, or -1. */
int belfry_seccomp_install_listening(const void *program, uint16_t count);

/* A call that waits at a listener for an answer. `thread` is as the receiver sees it, 0 when it
 * does not; `architecture` is an AUDIT_ARCH_*. */
struct belfry_waiting_call {
    uint64_t id;
    pid_t thread;
    int32_t number;
    uint32_t architecture;
    uint64_t first_argument, second_argument;
};

/* Takes the next call of a readable listener. Returns 1, 0 when it no longer waits, or -1. */
int belfry_seccomp_receive(int listener, struct belfry_waiting_call *out);

/* Whether a call still waits: its thread is then the one it was. */
int belfry_seccomp_is_waiting(int listener, uint64_t id);

/* Answers a waiting call with an error number, or success for 0; it is not made. Returns 0 or -1. */
int belfry_seccomp_answer(int listener, uint64_t id, int error);

/* Lets a waiting call be made with the registers that it waits with. Returns 0 or -1. */
int belfry_seccomp_let_pass(int listener, uint64_t id);

/* --- Network -------------------------------------------------------------------------------- */

/* Brings the loopback interface up (SIOCSIFFLAGS needs a union). */
int belfry_loopback_up(void);
/* A TCP socket listening on 127.0.0.1, on a port of the kernel's choice. */
int belfry_listen_loopback(uint16_t *port);

/* The way to an address, of which the kernel's tables are asked (man 7 rtnetlink, RTM_GETROUTE): macros
 * with arithmetic. What follows `has_gateway` is false where there is a gateway, and for this machine. */
struct belfry_route {
    bool exists;            /* A way leads there; all else is false where none does. */
    bool is_unicast;        /* It leads to one other machine: not to this one, not to many. */
    bool has_gateway;       /* Another machine passes on what is sent. */
    bool is_default;        /* It is for all addresses that no other route is for. */
    bool is_of_own_address; /* The kernel made it for the prefix of an interface's address. */
    bool is_loopback;       /* Its interface is the loopback interface. */
    bool has_neighbours;    /* Its interface is on a link where any address can be a machine. */
};
/* Takes an address of 4 or 16 bytes. -1 where the kernel cannot be asked. */
int belfry_find_route(const uint8_t *address, size_t count, struct belfry_route *route);

/* --- Waiting -------------------------------------------------------------------------------- */

/* epoll, eventfd and timerfd, whose structures are packed or whose headers are not imported.
 * All descriptors are close-on-exec; counters and timers do not block. */
int belfry_epoll(void);
int belfry_epoll_add(int poller, int descriptor, uint64_t token);
void belfry_epoll_remove(int poller, int descriptor);
/* Looks or waits for readable descriptors and gives their tokens; -1 when a signal interrupted it. */
int belfry_epoll_wait(int poller, uint64_t *tokens, int capacity, int waits);
int belfry_eventfd(void);
int belfry_timerfd(void);
/* Sets a timer to one point of CLOCK_MONOTONIC in nanoseconds. */
void belfry_timerfd_set(int timer, uint64_t nanoseconds);
/* A timer on CLOCK_REALTIME that is read blocking. */
int belfry_wall_timer(void);
/* Sets it to one point in nanoseconds of UNIX time, with TFD_TIMER_CANCEL_ON_SET. 0 when set; -1 with
 * ECANCELED when it is set and the clock was changed before the call. */
int belfry_wall_timer_set(int timer, uint64_t nanoseconds);
/* Waits for the time: 0 when it has come, -1 with ECANCELED when the clock was changed. */
int belfry_wall_timer_wait(int timer);
void belfry_raise_counter(int counter);
/* Reads an eventfd or timerfd empty. */
void belfry_drain_counter(int counter);

/* --- Sockets in the file system --------------------------------------------------------------- */

/* Most bytes of a socket's path (man 7 unix). */
int belfry_unix_path_limit(void);
/* A stream socket that listens at a path, whose file has a mode from its first moment on. -1 with
 * ENAMETOOLONG for a path that does not fit. */
int belfry_unix_listener(const char *path, mode_t mode, int backlog);
/* Sends one datagram to a socket; a path that begins with '@' is of the abstract namespace. */
int belfry_unix_datagram(const char *path, const void *bytes, size_t count);

/* --- Clocks and timers ------------------------------------------------------------------------ */

/* The CPU clock of a process (man 3 clock_getcpuclockid). */
int belfry_cpu_clock(pid_t process, clockid_t *clock);

/* An alarm is a timer of timer_create(2), here for another process's CPU clock, that tells one
 * thread by a signal; sigevent is a union and SIGRTMIN a call, neither imported. The thread first
 * blocks the signal, and then takes it from the reader, a signalfd. */
int belfry_alarm_reader(void);
void belfry_alarm_block(void);
/* Takes the tokens of alarms that have rung; -1 with EAGAIN when none has. */
int belfry_alarm_read(int reader, uint64_t *tokens, int capacity);
int belfry_alarm_create(clockid_t clock, pid_t thread, uint64_t token, timer_t *alarm);
/* Sets an alarm to a reading of its clock in nanoseconds; 0 stops it. */
int belfry_alarm_set(timer_t alarm, uint64_t nanoseconds);
void belfry_alarm_delete(timer_t alarm);

/* --- Threads --------------------------------------------------------------------------------- */

/* gettid(2) is GNU's and not imported. */
pid_t belfry_thread_id(void);

/* SCHED_FIFO at its lowest priority for the calling thread, for none that it starts
 * (man 7 sched); its flag is GNU's. */
int belfry_ask_real_time(void);

/* Has the calling thread, and what it starts and forks from then on, share the processor in slices
 * of this length (man 2 sched_setattr); Linux before 6.12 keeps its own length. It wants a thread
 * that has no real-time policy. */
int belfry_set_slice(uint64_t nanoseconds);

/* pthread_setattr_default_np is GNU's and not imported. */
int belfry_set_default_stack(size_t byte_count);

/* Waits for a semaphore until a time of CLOCK_MONOTONIC (man 3 sem_clockwait, which is GNU's and not
 * imported). */
int belfry_semaphore_wait(void *semaphore, uint64_t deadline_ns);

/* --- Terminal -------------------------------------------------------------------------------- */

/* Keeps how a terminal is set now, and the text (127 bytes at most) that gives its screen back, for
 * belfry_terminal_give_back and for SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT and SIGQUIT,
 * which give it back before they end the process as they would have. -1 with EBUSY while another
 * terminal is kept. */
int belfry_terminal_keep(int descriptor, const char *end);

/* Gives the kept terminal back, if there is one. Async-signal-safe. */
void belfry_terminal_give_back(void);

/* Keeps this terminal no longer; it is as it is. */
void belfry_terminal_let_go(int descriptor);

/* --- Crash record ---------------------------------------------------------------------------- */

enum {
    belfry_crash_magic = 0x48534352,
    belfry_crash_register_limit = 34,
    belfry_crash_module_limit = 64,
    belfry_crash_stack_limit = 64 * 1024,
};

/* What a worker's signal handler leaves in memory that it shares with the host. Whatever is in
 * there the extension may have written: a host reads it once, believes nothing, and takes the
 * signal from waitid(2). Every member lies where it lies on every machine; little-endian. */
struct belfry_crash_record {
    uint32_t magic;
    uint32_t state; /* 0 nothing, 1 being written, 2 whole */
    int32_t signal;
    int32_t code;     /* si_code */
    uint64_t address; /* si_addr; 0 for a signal that was sent */
    int32_t thread;
    uint32_t machine;     /* EM_X86_64, EM_AARCH64 */
    char thread_name[16]; /* null-terminated */
    uint32_t register_count;
    uint32_t module_count;
    uint64_t stack_bottom;  /* where the mapping of the thread's stack begins; 0 unknown */
    uint64_t stack_address; /* of the first byte of `stack` */
    uint32_t stack_byte_count;
    int32_t error; /* errno of the thread */
    /* In DWARF's order: x86-64 rax to r15 and rip; AArch64 x0 to x30, sp and pc. */
    uint64_t registers[belfry_crash_register_limit];
    uint64_t begun_run; /* the last run that was handed to the extension */
    uint8_t unused[152];
    struct belfry_crash_module {
        uint64_t begin;
        uint64_t end;
        char path[496]; /* null-terminated; of a longer one the end, without its slash */
    } modules[belfry_crash_module_limit];
    uint8_t stack[belfry_crash_stack_limit];
};

/* Anonymous memory that can be shared and never changes its length (memfd_create(2), sealed with
 * F_SEAL_SHRINK, F_SEAL_GROW and F_SEAL_SEAL). */
int belfry_sealed_memfd(const char *name, size_t byte_count);

/* Anonymous memory with a content that never changes (memfd_create(2), sealed with F_SEAL_WRITE too). */
int belfry_sealed_copy(const char *name, const void *bytes, size_t byte_count);

/* Maps the record in `memory` and sets handlers for SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE and
 * SIGABRT that fill it and then let the signal end the process as if there had been none. */
int belfry_crash_install(int memory);

/* Notes in the record that a run is about to be handed to the extension. */
void belfry_crash_note_run(uint64_t run);

/* Gives the calling thread a stack of its own for those handlers (sigaltstack(2)): without one a
 * thread that overflows its stack ends with no record. */
int belfry_crash_guard_thread(void);

/* --- Output ------------------------------------------------------------------------------- */

/* Makes stdout line-buffered: a killed process loses what it had not flushed. (stdout is a mutable
 * global, which Swift 6 does not let one touch.) */
void belfry_line_buffer_output(void);

/* Flushes stdout. */
void belfry_flush_output(void);

#endif
