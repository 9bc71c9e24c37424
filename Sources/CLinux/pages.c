#define _GNU_SOURCE
#include "CLinux.h"

#include <elf.h>
#include <link.h>
#include <malloc.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

struct given_back {
    int code_only;
    size_t bytes;
};

/* Whether the dynamic linker wrote addresses into the object's code, so that its pages differ from its file. */
static int is_patched(const struct dl_phdr_info *object)
{
    for (int i = 0; i < object->dlpi_phnum; i++) {
        if (object->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
        const ElfW(Dyn) *entry = (const void *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
        for (; entry->d_tag != DT_NULL; entry++)
            if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL))) return 1;
    }
    return 0;
}

static int give_back(struct dl_phdr_info *object, size_t size, void *opaque)
{
    (void)size;
    struct given_back *sum = opaque;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t kernels = getauxval(AT_SYSINFO_EHDR);
    if (is_patched(object)) return 0;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) || segment->p_memsz == 0) continue;
        if (sum->code_only && !(segment->p_flags & PF_X)) continue;
        uintptr_t from = (object->dlpi_addr + segment->p_vaddr) & ~(page - 1);
        uintptr_t to = (object->dlpi_addr + segment->p_vaddr + segment->p_memsz + page - 1) & ~(page - 1);
        /* The kernel's own object (the vDSO) has no file. */
        if (from <= kernels && kernels < to) continue;
        /* Private pages of a file that cannot have been written to: the next access reads them from the file again. */
        if (madvise((void *)from, to - from, MADV_DONTNEED) == 0) sum->bytes += to - from;
    }
    return 0;
}

size_t clinux_give_back(int code_only)
{
    struct given_back sum = {.code_only = code_only};
    dl_iterate_phdr(give_back, &sum);
    return sum.bytes;
}

void clinux_give_back_freed(void) { malloc_trim(0); }
