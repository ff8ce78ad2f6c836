/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#define _GNU_SOURCE
#include "CBelfryPlatform.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef PR_SET_MDWE /* Linux 6.3 */
#define PR_SET_MDWE 65
#endif

pid_t belfry_fork(void) { return fork(); }

int belfry_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int belfry_pidfd_send_signal(int pidfd, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

int belfry_pidfd_getfd(int pidfd, int number) {
    return (int)syscall(SYS_pidfd_getfd, pidfd, number, 0);
}

int belfry_reap(int pidfd, struct belfry_exit *out, int waits) {
    siginfo_t information;
    memset(&information, 0, sizeof information);
    memset(out, 0, sizeof *out);
    int options = WEXITED | (waits ? 0 : WNOHANG);
    long result;
    /* The wrapper lacks the fifth argument, the only way to a child's usage by pidfd. */
    do {
        result = syscall(SYS_waitid, pidfd < 0 ? P_ALL : P_PIDFD, pidfd < 0 ? 0 : pidfd,
                         &information, options, &out->usage);
    } while (result < 0 && errno == EINTR);
    if (result < 0) return -1;
    if (information.si_pid == 0) return 0;
    out->process = information.si_pid;
    out->code = information.si_code;
    out->status = information.si_status;
    return 1;
}

const uint64_t belfry_clone_newuser = CLONE_NEWUSER, belfry_clone_newns = CLONE_NEWNS,
               belfry_clone_newpid = CLONE_NEWPID, belfry_clone_newnet = CLONE_NEWNET,
               belfry_clone_newipc = CLONE_NEWIPC, belfry_clone_newuts = CLONE_NEWUTS;

/* The soft RLIMIT_NOFILE before it was raised; 0 where it was not. */
static _Atomic rlim_t first_descriptor_limit;

int belfry_raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -1;
    if (limit.rlim_cur == limit.rlim_max) return 0;
    rlim_t first = limit.rlim_cur;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) < 0) return -1;
    first_descriptor_limit = first;
    return 0;
}

/* Gives a child that shares memory the limit that this process had at first. */
static int restore_descriptor_limit(void) {
    rlim_t first = first_descriptor_limit;
    if (first == 0) return 0;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -1;
    limit.rlim_cur = first;
    return setrlimit(RLIMIT_NOFILE, &limit);
}

struct child_arguments {
    const struct belfry_spawn *spawn;
    uid_t user;
    gid_t group;
    int error;
};

static int write_file(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return -1;
    size_t count = strlen(text);
    ssize_t written = write(file, text, count);
    close(file);
    return written == (ssize_t)count ? 0 : -1;
}

/* Writes "0 <id> 1\n" without stdio, which is not async-signal-safe. */
static int write_map(const char *path, unsigned id) {
    char text[24], digits[12];
    size_t length = 0, count = 0;
    text[length++] = '0';
    text[length++] = ' ';
    do {
        digits[count++] = (char)('0' + id % 10);
        id /= 10;
    } while (id);
    while (count) text[length++] = digits[--count];
    memcpy(text + length, " 1\n", 4);
    return write_file(path, text);
}

static int child_main(void *context) {
    struct child_arguments *arguments = context;
    const struct belfry_spawn *spawn = arguments->spawn;
    if (!spawn->outlives_thread && prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) goto failed;
    if (spawn->namespaces & CLONE_NEWUSER) {
        if (write_file("/proc/self/setgroups", "deny") < 0) goto failed;
        if (write_map("/proc/self/uid_map", arguments->user) < 0) goto failed;
        if (write_map("/proc/self/gid_map", arguments->group) < 0) goto failed;
    }
    if (setsid() < 0) goto failed;
    /* Above 4 first, so that no dup2 below overwrites one that is still to be moved. */
    int control = spawn->control < 0 ? -1 : fcntl(spawn->control, F_DUPFD_CLOEXEC, 10);
    int output = fcntl(spawn->output, F_DUPFD_CLOEXEC, 10);
    int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
    int answers = spawn->answers < 0 ? -1 : fcntl(spawn->answers, F_DUPFD_CLOEXEC, 10);
    if ((spawn->control >= 0 && control < 0) || output < 0 || input < 0 ||
        (spawn->answers >= 0 && answers < 0))
        goto failed;
    input = fcntl(input, F_DUPFD_CLOEXEC, 10);
    if (input < 0 || dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0 ||
        (control >= 0 && dup2(control, 3) < 0) || (answers >= 0 && dup2(answers, 4) < 0))
        goto failed;
    unsigned lowest = answers >= 0 ? 5 : control >= 0 ? 4 : 3;
    if (syscall(SYS_close_range, lowest, ~0U, 0) < 0) goto failed;
    sigset_t none;
    sigemptyset(&none);
    for (int signal = 1; signal < NSIG; signal++) {
        struct sigaction action = {.sa_handler = SIG_DFL};
        sigaction(signal, &action, NULL);
    }
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (restore_descriptor_limit() < 0) goto failed;
    execve(spawn->path, spawn->arguments, spawn->environment);
failed:
    arguments->error = errno;
    _exit(127);
}

pid_t belfry_spawn_process(const struct belfry_spawn *spawn, int *pidfd) {
    enum { stack_size = 64 * 1024 };
    char *stack = mmap(NULL, stack_size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) return -1;
    struct child_arguments arguments = {.spawn = spawn, .user = geteuid(), .group = getegid()};
    /* A signal handler of ours must not run in the child, which shares our memory. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = clone(child_main, stack + stack_size,
                        (int)(CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD | spawn->namespaces),
                        &arguments, pidfd);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    munmap(stack, stack_size);
    if (child > 0 && arguments.error) {
        error = arguments.error;
        int status;
        waitpid(child, &status, 0);
        close(*pidfd);
        child = -1;
    }
    errno = error;
    return child;
}

const int belfry_pr_set_no_new_privs = PR_SET_NO_NEW_PRIVS,
          belfry_pr_set_dumpable = PR_SET_DUMPABLE, belfry_pr_set_pdeathsig = PR_SET_PDEATHSIG,
          belfry_pr_set_mdwe = PR_SET_MDWE, belfry_pr_set_name = PR_SET_NAME,
          belfry_pr_set_thp_disable = PR_SET_THP_DISABLE;

int belfry_prctl(int option, unsigned long argument) { return prctl(option, argument, 0, 0, 0); }

int belfry_capbset_drop_all(void) {
    for (unsigned long capability = 0; capability < 64; capability++) {
        if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) < 0)
            return errno == EINVAL && capability > 0 ? 0 : -1; /* past the last one */
    }
    return 0;
}

int belfry_keep_capabilities(uint32_t kept) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {
        {.effective = kept, .permitted = kept}};
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) < 0) return -1;
    return (int)syscall(SYS_capset, &header, data);
}

const uint32_t belfry_cap_sys_admin = CAP_TO_MASK(CAP_SYS_ADMIN),
               belfry_cap_dac_read_search = CAP_TO_MASK(CAP_DAC_READ_SEARCH);

int belfry_become(uid_t user, gid_t group) {
    if (setgroups(0, NULL) < 0) return -1;
    if (setresgid(group, group, group) < 0) return -1;
    return setresuid(user, user, user);
}

int belfry_unshare(uint64_t flags) { return unshare((int)flags); }

const uint32_t belfry_own_count_mark = 0x62656c66;

int belfry_count_alone(void) {
    return (int)syscall(SYS_unshare, CLONE_NEWUSER, belfry_own_count_mark);
}

int belfry_may_unshare(uint64_t flags, uid_t identity) {
    pid_t child = fork();
    if (child < 0) return 0;
    if (child == 0) {
        int refused = unshare((int)flags) < 0 ||
                      (identity != (uid_t)-1 && belfry_become(identity, identity) < 0);
        _exit(refused);
    }
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int belfry_cpu_clock(pid_t process, clockid_t *clock) {
    int error = clock_getcpuclockid(process, clock);
    if (error == 0) return 0;
    errno = error;
    return -1;
}

int belfry_limit_data(pid_t process, uint64_t byte_count) {
    struct rlimit limit = {.rlim_cur = byte_count, .rlim_max = byte_count};
    return prlimit(process, RLIMIT_DATA, &limit, NULL);
}

const char *belfry_file_of(const char *symbol) {
    void *address = dlsym(RTLD_DEFAULT, symbol);
    Dl_info found;
    return address && dladdr(address, &found) ? found.dli_fname : NULL;
}

enum { code_limit = 64 };

static struct {
    unsigned long begin, end;
} codes[code_limit];
static size_t code_count;

int belfry_find_code(void) {
    FILE *maps = fopen("/proc/self/maps", "re");
    char *line = NULL;
    size_t capacity = 0;
    int result = maps ? 0 : -1;
    code_count = 0;
    while (result == 0 && getline(&line, &capacity, maps) > 0) {
        unsigned long begin, end;
        char access[5];
        if (sscanf(line, "%lx-%lx %4s", &begin, &end, access) != 3 || access[1] != 'w' ||
            access[2] != 'x')
            continue;
        if (code_count == code_limit) {
            errno = EOVERFLOW;
            result = -1;
            break;
        }
        codes[code_count].begin = begin;
        codes[code_count++].end = end;
    }
    int error = errno;
    free(line);
    if (maps) fclose(maps);
    errno = error;
    return result;
}

int belfry_freeze_code(void) {
    for (size_t index = 0; index < code_count; index++) {
        unsigned long length = codes[index].end - codes[index].begin;
        if (mprotect((void *)codes[index].begin, length, PROT_READ | PROT_EXEC) < 0) return -1;
    }
    return 0;
}

pid_t belfry_thread_id(void) { return gettid(); }

int belfry_set_default_stack(size_t byte_count) {
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error == 0) {
        error = pthread_attr_setstacksize(&attributes, byte_count);
        if (error == 0) error = pthread_setattr_default_np(&attributes);
        pthread_attr_destroy(&attributes);
    }
    if (error == 0) return 0;
    errno = error;
    return -1;
}
