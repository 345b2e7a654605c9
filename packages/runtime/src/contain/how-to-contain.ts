import { existsSync, readFileSync } from 'node:fs'

/** What decides which commands let a host contain skills. */
export interface HostFacts {
  readonly platform: NodeJS.Platform
  readonly isRoot: boolean
  /** The text of /etc/os-release. */
  readonly release: string
  readonly isInContainer: boolean
  /** The value of a kernel setting; undefined where there is none. */
  sysctl(name: string): string | undefined
}

const INSTALLERS: readonly (readonly [system: RegExp, command: string])[] = [
  [/debian|ubuntu/, 'apt-get install -y bubblewrap'],
  [/fedora|rhel|centos/, 'dnf install -y bubblewrap'],
  [/alpine/, 'apk add bubblewrap'],
  [/arch/, 'pacman -S --noconfirm bubblewrap'],
  [/suse/, 'zypper install -y bubblewrap'],
  [/nixos/, 'nix-env -iA nixos.bubblewrap'],
]
const LINUX_CONTAINER =
  'docker run --rm -it --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined'

/** What to type on this host so that skills can be contained with bubblewrap. */
export function howToGetBwrap({ platform, isRoot, release }: HostFacts = hostFacts()): string {
  if (platform === 'win32') return 'run skills in Linux: wsl --install, and in there sudo apt-get install -y bubblewrap'
  if (platform !== 'linux') return `run skills in Linux: ${LINUX_CONTAINER} -v "$PWD:$PWD" -w "$PWD" node:24 bash`
  const ids = [...release.matchAll(/^ID(?:_LIKE)?=(.*)$/gm)].map(([, value]) => value).join(' ')
  const command = INSTALLERS.find(([system]) => system.test(ids))?.[1]
  if (command === undefined) return 'install the package bubblewrap of this system'
  return isRoot ? command : `sudo ${command}`
}

/** What to type on this host so that namespaces can be made; undefined when nothing is known to forbid them. */
export function howToAllowNamespaces({ isRoot, isInContainer, sysctl }: HostFacts = hostFacts()): string | undefined {
  const set = (name: string, value: string) => `${isRoot ? '' : 'sudo '}sysctl -w ${name}=${value}`
  if (sysctl('user.max_user_namespaces') === '0') return set('user.max_user_namespaces', '15000')
  if (!isRoot && sysctl('kernel.unprivileged_userns_clone') === '0') return set('kernel.unprivileged_userns_clone', '1')
  if (!isRoot && sysctl('kernel.apparmor_restrict_unprivileged_userns') === '1')
    return set('kernel.apparmor_restrict_unprivileged_userns', '0')
  return isInContainer ? `start this container with: ${LINUX_CONTAINER} …` : undefined
}

function hostFacts(): HostFacts {
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    release: readText('/etc/os-release') ?? '',
    isInContainer: ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file)),
    sysctl: (name) => readText(`/proc/sys/${name.replaceAll('.', '/')}`)?.trim(),
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
