import type { Verb } from './verb.ts'

/** The verbs for skills on this machine. */
export const VERBS: readonly Verb[] = [
  {
    name: 'new',
    summary: 'start a skill (or an agent) that lints clean and runs as it stands',
    load: async () => (await import('./commands/new.ts')).newCommand,
  },
  {
    name: 'lint',
    summary: 'judge skills and agents by the rules for good ones',
    load: async () => (await import('./commands/lint.ts')).lintCommand,
  },
  {
    name: 'scan',
    summary: 'look for what a skill could do to its user; nothing is run, nothing is fetched',
    load: async () => (await import('./commands/scan.ts')).scanCommand,
  },
  {
    name: 'run',
    summary: 'run a skill once, contained, and print what it answers',
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  {
    name: 'mcp',
    summary: 'offer skills to an MCP client, or write what a client needs for it',
    load: async () => (await import('./commands/mcp.ts')).mcpCommand,
  },
  {
    name: 'test',
    summary: 'run the calls in prompts/examples and tests, and its tests/test_*.py',
    load: async () => (await import('./commands/test.ts')).testCommand,
  },
  {
    name: 'verify',
    summary:
      'try a skill out with examples and generated inputs, and sign what was seen; without one, check what is installed',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  {
    name: 'prepare',
    summary: 'install what requirements.txt or package.json of a skill ask for, outside of it',
    load: async () => (await import('./commands/prepare.ts')).prepareCommand,
  },
  {
    name: 'serve',
    summary: 'offer skills of folders over HTTP to your own programs, warm, and run jobs of agents',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  {
    name: 'call',
    summary: 'call a skill over HTTP as its descriptor says',
    load: async () => (await import('./commands/call.ts')).callCommand,
  },
  {
    name: 'doctor',
    summary: 'say what this machine offers for running skills, and how to get the rest',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  {
    name: 'pack',
    summary: 'pack a skill into one archive, the same bytes on every machine',
    load: async () => (await import('./commands/pack.ts')).packCommand,
  },
  {
    name: 'unpack',
    summary: 'unpack an archive into a new folder, after checking all of it',
    load: async () => (await import('./commands/unpack.ts')).unpackCommand,
  },
  {
    name: 'sign',
    summary: 'sign a skill folder or archive with your key, which is made on first use',
    load: async () => (await import('./commands/sign.ts')).signCommand,
  },
  {
    name: 'verify-signature',
    summary: 'check that a skill is what a key you trust has signed',
    load: async () => (await import('./commands/verify-signature.ts')).verifySignatureCommand,
  },
  {
    name: 'describe',
    summary: 'print the descriptor that tells a client how to call a skill over HTTP',
    load: async () => (await import('./commands/describe.ts')).describeCommand,
  },
  {
    name: 'export',
    summary: 'write a skill in the form that another tool reads',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  {
    name: 'import',
    summary: 'rewrite a skill of another dialect, out of a Claude plugin or of an agent, as SKILL.md and skill.json',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  {
    name: 'contract',
    summary: 'check, lint, compare, migrate and export contracts',
    load: async () => (await import('./commands/contract.ts')).contractCommand,
  },
  {
    name: 'find',
    summary: 'find the skills that fit a message, in English or Chinese',
    load: async () => (await import('./commands/find.ts')).findCommand,
  },
  {
    name: 'inject',
    summary: 'put skills into a system prompt, within an exact budget of tokens',
    load: async () => (await import('./commands/inject.ts')).injectCommand,
  },
  {
    name: 'index',
    summary: 'build the index of skills, look at it, test it',
    load: async () => (await import('./commands/index-skills.ts')).indexCommand,
  },
  {
    name: 'completion',
    summary: 'print what makes bash, zsh or fish complete these verbs and their options',
    load: async () => (await import('./commands/completion.ts')).completionCommand,
  },
]

/** The verbs for installing skills. */
export const INSTALL_VERBS: readonly Verb[] = [
  {
    name: 'install',
    summary: 'install skills: what the manifest asks for, and what is named',
    load: async () => (await import('./commands/install.ts')).installCommand,
  },
  {
    name: 'uninstall',
    summary: 'take skills out again, and what only they needed',
    load: async () => (await import('./commands/uninstall.ts')).uninstallCommand,
  },
  {
    name: 'remove',
    summary: 'the same as uninstall',
    load: async () => (await import('./commands/uninstall.ts')).uninstallCommand,
  },
  {
    name: 'update',
    summary: 'install the newest versions that the ranges allow, and keep your changes',
    load: async () => (await import('./commands/update.ts')).updateCommand,
  },
  {
    name: 'list',
    summary: 'show what is installed',
    load: async () => (await import('./commands/list.ts')).listCommand,
  },
  {
    name: 'ci',
    summary: 'install exactly what the lock says, or fail',
    load: async () => (await import('./commands/ci.ts')).ciCommand,
  },
  {
    name: 'outdated',
    summary: 'show what there is newer than what is installed',
    load: async () => (await import('./commands/outdated.ts')).outdatedCommand,
  },
  {
    name: 'audit',
    summary: 'ask what was yanked, quarantined or reported since it was installed',
    load: async () => (await import('./commands/audit.ts')).auditCommand,
  },
  {
    name: 'why',
    summary: 'say what a skill is installed for',
    load: async () => (await import('./commands/why.ts')).whyCommand,
  },
  {
    name: 'diff',
    summary: 'show what you changed in an installed skill, or what another version would change',
    load: async () => (await import('./commands/diff.ts')).diffCommand,
  },
  {
    name: 'lock',
    summary: 'take over the lock of another tool, or write one',
    load: async () => (await import('./commands/lock.ts')).lockCommand,
  },
  {
    name: 'pin',
    summary: 'keep skills at a version',
    load: async () => (await import('./commands/pin.ts')).pinCommand,
  },
  {
    name: 'unpin',
    summary: 'let pinned skills move on again',
    load: async () => (await import('./commands/unpin.ts')).unpinCommand,
  },
  {
    name: 'rollback',
    summary: 'restore the state before the last change, byte for byte',
    load: async () => (await import('./commands/rollback.ts')).rollbackCommand,
  },
]

/** The verbs that ask a hub something, or run one. */
export const HUB_VERBS: readonly Verb[] = [
  {
    name: 'search',
    summary: 'search a hub for skills, in English or Chinese',
    load: async () => (await import('./commands/search.ts')).searchCommand,
  },
  {
    name: 'info',
    summary: 'show a skill of a hub: what it does, what it may do, and why it is trusted',
    load: async () => (await import('./commands/info.ts')).infoCommand,
  },
  {
    name: 'login',
    summary: 'sign in to a hub: by a code you type in a browser, a password or a token',
    load: async () => (await import('./commands/login.ts')).loginCommand,
  },
  {
    name: 'logout',
    summary: 'sign out of a hub',
    load: async () => (await import('./commands/logout.ts')).logoutCommand,
  },
  {
    name: 'whoami',
    summary: 'show which hubs you are signed in to, and as whom',
    load: async () => (await import('./commands/whoami.ts')).whoamiCommand,
  },
  {
    name: 'account',
    summary: 'your account at a hub: how you sign in to it',
    load: async () => (await import('./commands/account.ts')).accountCommand,
  },
  {
    name: 'publish',
    summary: 'publish a skill to a hub, which repeats every check',
    load: async () => (await import('./commands/publish.ts')).publishCommand,
  },
  {
    name: 'jobs',
    summary: 'have skills of a hub called later and again; see and requeue what failed',
    load: async () => (await import('./commands/jobs.ts')).jobsCommand,
  },
  {
    name: 'runs',
    summary: 'what was called at a hub, and what became of it',
    load: async () => (await import('./commands/runs.ts')).runsCommand,
  },
  {
    name: 'tasks',
    summary: 'what waits for a person at a hub: claim it, hand in a result, decline',
    load: async () => (await import('./commands/tasks.ts')).tasksCommand,
  },
  {
    name: 'secrets',
    summary: 'set what skills of a scope find in their environment; never shown again',
    load: async () => (await import('./commands/secrets.ts')).secretsCommand,
  },
  {
    name: 'yank',
    summary: 'take a version back: locks keep working, new users do not get it',
    load: async () => (await import('./commands/yank.ts')).yankCommand,
  },
  {
    name: 'deprecate',
    summary: 'tell users of a skill, or of one version, to use something else',
    load: async () => (await import('./commands/deprecate.ts')).deprecateCommand,
  },
  {
    name: 'access',
    summary: 'show or change who may see and use a skill of yours',
    load: async () => (await import('./commands/access.ts')).accessCommand,
  },
  {
    name: 'scope',
    summary: 'make an organisation, its members, and prove whose a scope is',
    load: async () => (await import('./commands/scope.ts')).scopeCommand,
  },
  {
    name: 'token',
    summary: 'make, list and revoke your tokens at a hub',
    load: async () => (await import('./commands/token.ts')).tokenCommand,
  },
  {
    name: 'collection',
    summary: 'list, show and publish collections of skills',
    load: async () => (await import('./commands/collection.ts')).collectionCommand,
  },
  {
    name: 'review',
    summary: 'see what waits for review, decide about it, report and appeal',
    load: async () => (await import('./commands/review.ts')).reviewCommand,
  },
  {
    name: 'people',
    summary: 'administer the accounts of a hub',
    load: async () => (await import('./commands/people.ts')).peopleCommand,
  },
  {
    name: 'mirror',
    summary: 'let a hub follow other hubs, well-known sites and ClawHub-style registries',
    load: async () => (await import('./commands/mirror.ts')).mirrorCommand,
  },
  {
    name: 'hub',
    summary: 'run a hub: publish, review and share skills from this machine',
    load: async () => (await import('./commands/hub.ts')).hubCommand,
  },
  {
    name: 'worker',
    summary: 'do the runs of a hub on PostgreSQL, on this machine too',
    load: async () => (await import('./commands/worker.ts')).workerCommand,
  },
]
