import { expect, test } from 'vitest'
import { type HostFacts, howToAllowNamespaces, howToGetBwrap } from './how-to-contain.ts'

const LINUX: HostFacts = {
  platform: 'linux',
  isRoot: false,
  release: 'NAME="Debian GNU/Linux"\nID=debian\n',
  isInContainer: false,
  sysctl: () => undefined,
}

test.for([
  ['ID=debian', 'sudo apt-get install -y bubblewrap'],
  ['ID=linuxmint\nID_LIKE="ubuntu debian"', 'sudo apt-get install -y bubblewrap'],
  ['ID="rocky"\nID_LIKE="rhel centos fedora"', 'sudo dnf install -y bubblewrap'],
  ['ID=alpine', 'sudo apk add bubblewrap'],
  ['ID=arch', 'sudo pacman -S --noconfirm bubblewrap'],
  ['ID="opensuse-leap"\nID_LIKE="suse opensuse"', 'sudo zypper install -y bubblewrap'],
  ['ID=own', 'install the package bubblewrap of this system'],
] as const)('the advice for %s: %s', ([release, command]) => {
  expect(howToGetBwrap({ ...LINUX, release })).toBe(command)
})

test('root needs no sudo, and another system gets advice how to run Linux', () => {
  expect(howToGetBwrap({ ...LINUX, isRoot: true })).toBe('apt-get install -y bubblewrap')
  expect(howToGetBwrap({ ...LINUX, platform: 'darwin' })).toMatch(/^run skills in Linux: docker run /)
  expect(howToGetBwrap({ ...LINUX, platform: 'win32' })).toMatch(/^run skills in Linux: wsl --install/)
})

test.for([
  ['user.max_user_namespaces', '0', 'sudo sysctl -w user.max_user_namespaces=15000'],
  ['kernel.unprivileged_userns_clone', '0', 'sudo sysctl -w kernel.unprivileged_userns_clone=1'],
  [
    'kernel.apparmor_restrict_unprivileged_userns',
    '1',
    'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  ],
] as const)('the advice for a host with %s=%s: %s', ([name, value, command]) => {
  expect(howToAllowNamespaces({ ...LINUX, sysctl: (asked) => (asked === name ? value : undefined) })).toBe(command)
})

test('a container gets advice how to start it, and a host that forbids nothing gets none', () => {
  expect(howToAllowNamespaces({ ...LINUX, isInContainer: true })).toMatch(/^start this container with: docker run /)
  expect(howToAllowNamespaces(LINUX)).toBeUndefined()
})
