/* Lets calls on the files of a SQLite database fail, as on a disk that is broken or full. io_errors.rs compiles it and has it
 * loaded into the program before the C library (LD_PRELOAD).
 *
 * FAILING_CALLS names a file of 12 rows of four 64-bit numbers in the machine's byte order, by which the test steers the
 * program while it runs. Row 3 * call + file is about one call (0 read, 1 write, 2 sync, 3 truncate) on one file (0 the
 * database, 1 its log -wal, 2 the log's index -shm):
 *
 *   every   each so many-th call fails; 0: none does
 *   error   errno of those that fail
 *   calls   how many calls there were
 *   failed  how many of them failed
 *
 * A write that fails has written the first half of its bytes. A sync that fails has written nothing to the disk. What else the
 * program does with files and sockets goes on as always.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum call { READ, WRITE, SYNC, TRUNCATE, CALLS };

#define FILES 3
static const char *const ENDS[FILES] = {".db", ".db-wal", ".db-shm"};

struct row {
    uint64_t every, error, calls, failed;
};

static struct row *table;

__attribute__((constructor)) static void map_table(void)
{
    const char *path = getenv("FAILING_CALLS");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *at = fd < 0 ? MAP_FAILED : mmap(NULL, CALLS * FILES * sizeof *table, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (at == MAP_FAILED) {
        perror("FAILING_CALLS");
        _exit(99);
    }
    close(fd);
    table = at;
}

/* The number in ENDS of an open file, or -1. */
static int file_of(int fd)
{
    char link[32], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path);
    for (int file = 0; file < FILES; file++) {
        ssize_t end = (ssize_t)strlen(ENDS[file]);
        if (length >= end && memcmp(path + length - end, ENDS[file], (size_t)end) == 0)
            return file;
    }
    return -1;
}

/* Counts a call, and says whether it is to fail; errno is set then, and else left as it was. */
static int fails(enum call call, int fd)
{
    int before = errno;
    int file = table ? file_of(fd) : -1;
    errno = before;
    if (file < 0)
        return 0;
    struct row *row = &table[call * FILES + file];
    uint64_t number = __atomic_add_fetch(&row->calls, 1, __ATOMIC_SEQ_CST);
    uint64_t every = __atomic_load_n(&row->every, __ATOMIC_SEQ_CST);
    if (every == 0 || number % every != 0)
        return 0;
    __atomic_add_fetch(&row->failed, 1, __ATOMIC_SEQ_CST);
    errno = (int)__atomic_load_n(&row->error, __ATOMIC_SEQ_CST);
    return 1;
}

/* The function that the program would have called. */
#define NEXT(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

#define READING(function, offset_parameter, offset)                                  \
    ssize_t function(int fd, void *bytes, size_t length offset_parameter)            \
    {                                                                                \
        return fails(READ, fd) ? -1 : NEXT(function)(fd, bytes, length offset);      \
    }

#define WRITING(function, offset_parameter, offset)                                  \
    ssize_t function(int fd, const void *bytes, size_t length offset_parameter)      \
    {                                                                                \
        if (!fails(WRITE, fd))                                                       \
            return NEXT(function)(fd, bytes, length offset);                         \
        int error = errno;                                                           \
        (void)!NEXT(function)(fd, bytes, length / 2 offset);                         \
        errno = error;                                                               \
        return -1;                                                                   \
    }

#define COMMA ,
READING(read, , )
READING(pread, COMMA off_t offset, COMMA offset)
READING(pread64, COMMA off64_t offset, COMMA offset)
WRITING(write, , )
WRITING(pwrite, COMMA off_t offset, COMMA offset)
WRITING(pwrite64, COMMA off64_t offset, COMMA offset)

int fsync(int fd)
{
    return fails(SYNC, fd) ? -1 : NEXT(fsync)(fd);
}

int fdatasync(int fd)
{
    return fails(SYNC, fd) ? -1 : NEXT(fdatasync)(fd);
}

int ftruncate(int fd, off_t length)
{
    return fails(TRUNCATE, fd) ? -1 : NEXT(ftruncate)(fd, length);
}

int ftruncate64(int fd, off64_t length)
{
    return fails(TRUNCATE, fd) ? -1 : NEXT(ftruncate64)(fd, length);
}
