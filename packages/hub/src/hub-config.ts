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
  /** Largest package that is accepted. */
  readonly maxPackageBytes: number
  /** Requests a minute for one person or address: reading, writing, signing in. 0 is no limit. */
  readonly rate: { readonly read: number; readonly write: number; readonly login: number }
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
  rate: { read: 6000, write: 300, login: 20 },
  maxConnections: 5000,
  timeouts: { headers: 10_000, request: 120_000, stop: 10_000 },
  verify: 'auto',
  logLevel: 'info',
  trustProxy: false,
  allowAddresses: [],
}
