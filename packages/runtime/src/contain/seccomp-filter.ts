/** Processor types the filter knows, by Node's names. */
type FilterArch = 'x64' | 'arm64'

interface Calls {
  /** The kernel's AUDIT_ARCH value. */
  readonly audit: number
  readonly socket: number
  readonly clone: number
  readonly clone3: number
  readonly setsockopt: number
  readonly denied: readonly number[]
  /** Calls that make memory which belongs to no process: no limit counts it, and it may outlive a call. Every program can do without. */
  readonly missing: readonly number[]
}

const MEMFD_SECRET = 447

// Numbered alike everywhere since Linux 5.1: io_uring, the new mount calls, pidfd_getfd, mount_setattr, quotactl_fd, open_tree_attr.
const NEW_CALLS = [425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442, 443, 467]

const CALLS: Readonly<Record<FilterArch, Calls>> = {
  x64: {
    audit: 0xc000003e,
    socket: 41,
    clone: 56,
    clone3: 435,
    setsockopt: 54,
    missing: [319, 29, 64, 68, 240, MEMFD_SECRET], // memfd_create shmget semget msgget mq_open
    denied: [
      ...[101, 103, 155, 161, 163, 164, 165, 166, 167, 168, 169], // ptrace syslog pivot_root chroot acct settimeofday mount umount2 swapon swapoff reboot
      ...[170, 171, 172, 173, 175, 176, 179, 246], // sethostname setdomainname iopl ioperm init_module delete_module quotactl kexec_load
      ...[248, 249, 250, 272, 298, 300, 303, 304], // add_key request_key keyctl unshare perf_event_open fanotify_init name_to_handle_at open_by_handle_at
      ...[305, 308, 310, 311, 312, 313, 320, 321, 323], // clock_adjtime setns process_vm_readv process_vm_writev kcmp finit_module kexec_file_load bpf userfaultfd
      ...NEW_CALLS,
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    socket: 198,
    clone: 220,
    clone3: 435,
    setsockopt: 208,
    missing: [279, 194, 190, 186, 180, MEMFD_SECRET],
    denied: [
      ...[117, 116, 41, 51, 89, 170, 40, 39, 224, 225, 142],
      ...[161, 162, 105, 106, 60, 104],
      ...[217, 218, 219, 97, 241, 262, 264, 265],
      ...[266, 268, 270, 271, 272, 273, 294, 280, 282],
      ...NEW_CALLS,
    ],
  },
}

// CLONE_NEWNS, CGROUP, UTS, IPC, USER, PID, NET.
const NEW_NAMESPACES = 0x7e020000
// UNIX, INET, INET6, NETLINK (name resolution asks it for interfaces). Others reach past a network namespace: vsock talks to the hypervisor.
const FAMILIES = [1, 2, 10, 16]

const SOL_SOCKET = 1
// SO_SNDBUF, SO_RCVBUF: a wish that the kernel need not fulfil, and what one more socket costs is known then.
const BUFFER_SIZES = [7, 8]

const LOAD = 0x20
const JUMP_EQUAL = 0x15
const JUMP_AT_LEAST = 0x35
const JUMP_ANY_BIT = 0x45
const RETURN = 0x06

const ALLOW = 0x7fff0000
const KILL = 0x80000000
const DONE = 0x00050000
const EPERM = 0x00050001
const ENOSYS = 0x00050026
const EAFNOSUPPORT = 0x00050061

// Offsets in the kernel's seccomp_data; the first argument's low half, both processors being little-endian.
const CALL = 0
const ARCH = 4
const FIRST_ARGUMENT = 16
const SECOND_ARGUMENT = 24
const THIRD_ARGUMENT = 32

/**
 * A compiled filter that refuses system calls no skill needs and kernel attacks like: tracing, mounting, loading code into
 * the kernel, keys, new namespaces, io_uring, odd socket families, memory that no limit counts. Undefined for a processor it does not know.
 */
export function seccompFilter(arch: string = process.arch): Uint8Array | undefined {
  if (!FILTERS.has(arch)) FILTERS.set(arch, compileFilter(arch))
  return FILTERS.get(arch)
}

// The same for every run, and asked for several times in each.
const FILTERS = new Map<string, Uint8Array | undefined>()

function compileFilter(arch: string): Uint8Array | undefined {
  const calls = arch === 'x64' || arch === 'arm64' ? CALLS[arch] : undefined
  if (calls === undefined) return undefined
  const program = [
    step(LOAD, ARCH),
    step(JUMP_EQUAL, calls.audit, 1, 0),
    step(RETURN, KILL),
    step(LOAD, CALL),
    // The x32 calls of an x64 kernel are the same calls under other numbers.
    ...(arch === 'x64' ? [step(JUMP_AT_LEAST, 0x40000000, 0, 1), step(RETURN, ENOSYS)] : []),
    ...calls.denied.flatMap((call) => [step(JUMP_EQUAL, call, 0, 1), step(RETURN, EPERM)]),
    // Of clone3 the flags are behind a pointer, where a filter cannot look; every libc goes on with clone.
    ...[...calls.missing, calls.clone3].flatMap((call) => [step(JUMP_EQUAL, call, 0, 1), step(RETURN, ENOSYS)]),
    ...[step(JUMP_EQUAL, calls.setsockopt, 0, 8), step(LOAD, SECOND_ARGUMENT), step(JUMP_EQUAL, SOL_SOCKET, 0, 5)],
    step(LOAD, THIRD_ARGUMENT),
    ...BUFFER_SIZES.flatMap((option) => [step(JUMP_EQUAL, option, 0, 1), step(RETURN, DONE)]),
    step(RETURN, ALLOW),
    ...[step(JUMP_EQUAL, calls.clone, 0, 4), step(LOAD, FIRST_ARGUMENT), step(JUMP_ANY_BIT, NEW_NAMESPACES, 0, 1)],
    ...[step(RETURN, EPERM), step(RETURN, ALLOW)],
    ...[step(JUMP_EQUAL, calls.socket, 1, 0), step(RETURN, ALLOW), step(LOAD, FIRST_ARGUMENT)],
    ...FAMILIES.flatMap((family) => [step(JUMP_EQUAL, family, 0, 1), step(RETURN, ALLOW)]),
    step(RETURN, EAFNOSUPPORT),
  ]
  return Buffer.concat(program)
}

/** One instruction: code, jumps when true and false, operand. */
function step(code: number, operand: number, whenTrue = 0, whenFalse = 0): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(whenTrue, 2)
  bytes.writeUInt8(whenFalse, 3)
  bytes.writeUInt32LE(operand, 4)
  return bytes
}
