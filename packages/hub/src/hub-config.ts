/** Everything an operator decides. Read from file, environment and flags by `readHubConfig`. */
export interface HubConfig {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Where SQLite, packages and keys are kept. */
  readonly dir: string
  /** `postgres://…`; SQLite inside `dir` when absent. */
  readonly databaseUrl?: string
  /** An S3-compatible store for packages; a folder inside `dir` when absent. */
  readonly s3?: S3Config
  /** The address clients reach it by, when that is not where it listens. */
  readonly publicUrl?: string
  /** Who may make an account: anyone, or only users whom an administrator adds. */
  readonly registration: 'open' | 'closed'
  /** An OpenID Connect provider to sign in with. */
  readonly oidc?: OidcConfig
  /** The keys that secrets of scopes are sealed with, each 32 bytes in base64, with commas; the first seals. A file in `dir` when absent. */
  readonly secretsKey?: string
  /** Largest package that is accepted. */
  readonly maxPackageBytes: number
  /** Requests a minute for one person or address: reading, writing, signing in, calling skills. 0 is no limit. */
  readonly rate: { readonly read: number; readonly write: number; readonly login: number; readonly call: number }
  readonly calls: CallsConfig
  /** Connections that are open at once; one more is refused. */
  readonly maxConnections: number
  readonly timeouts: TimeoutConfig
  /** Whether the hub verifies what is published by itself. */
  readonly verify: 'auto' | 'off'
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** Trust the client address that a proxy in front reports: the last of X-Forwarded-For. */
  readonly trustProxy: boolean
  /** Private addresses the hub may follow mirrors and proofs to, such as `127.0.0.1`. */
  readonly allowAddresses: readonly string[]
}

/** Which skills are run here for callers, and how. */
export interface CallsConfig {
  /** The tiers whose skills are run for everybody who may use them; members of a scope may run those of their own besides. */
  readonly tiers: readonly string[]
  /** The hosts that skills may reach, of those they declare: `api.example.com`, `*.example.com`. */
  readonly hosts: readonly string[]
  /** Let strangers call public skills. */
  readonly anonymous: boolean
  /** Whose tokens are taken for skills that state oauth2; none when absent. */
  readonly issuer?: string
  /** Whom those tokens must be for; the address of the hub when absent. */
  readonly audience?: string
  /** How long a caller is kept waiting for an answer before the run goes on without them, in milliseconds. */
  readonly waitMs: number
  /** The largest body of a call. */
  readonly maxBodyBytes: number
  /** Calls a day for one caller; 0 is no limit. */
  readonly perDay: number
  /** The most that all files of one run may have together. */
  readonly maxArtifactBytes: number
  /** Runs of the queue that this node does at the same time; 0 leaves them to others. How many really run at once, the machine says. */
  readonly workers: number
  /** Schedules that one caller may have. */
  readonly schedules: number
  /** How long runs and their files are kept after their end, in days. */
  readonly keepDays: number
  /** Whether what a skill requires is installed when it is first called. */
  readonly prepare: 'auto' | 'off'
}

/** How long the hub waits for what, in milliseconds. */
interface TimeoutConfig {
  /** For a client to send the headers of a request. */
  readonly headers: number
  /** For a client to send a whole request, and for a connection on which nothing moves. */
  readonly request: number
  /** For running requests to end when the hub is stopped. */
  readonly stop: number
}

/** Where an S3-compatible store is. */
export interface S3Config {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Where an OpenID Connect provider is. */
export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** The defaults. */
export const DEFAULT_CONFIG: HubConfig = {
  host: '127.0.0.1',
  port: 7171,
  dir: 'skillwright-hub',
  registration: 'closed',
  maxPackageBytes: 50 * 1024 * 1024,
  rate: { read: 6000, write: 300, login: 20, call: 600 },
  calls: {
    tiers: ['official', 'verified'],
    hosts: [],
    anonymous: false,
    waitMs: 25_000,
    maxBodyBytes: 1024 * 1024,
    perDay: 0,
    maxArtifactBytes: 64 * 1024 * 1024,
    workers: 64,
    schedules: 100,
    keepDays: 30,
    prepare: 'auto',
  },
  maxConnections: 5000,
  timeouts: { headers: 10_000, request: 120_000, stop: 10_000 },
  verify: 'auto',
  logLevel: 'info',
  trustProxy: false,
  allowAddresses: [],
}
