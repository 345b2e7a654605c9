/** What a setting is, and what its value must be. */
export type SettingKind = 'text' | 'url' | 'postgres' | 'count' | 'port' | 'flag' | 'list' | readonly string[]

/** One thing an operator may decide, and how it is called in each place. */
export interface HubSetting {
  /** In the configuration file: `rate.read` is `read` inside `rate`. */
  readonly key: string
  readonly kind: SettingKind
  readonly help: string
  /** In the environment; the first that is set counts. */
  readonly variables: readonly string[]
  /** On the command line, without the dashes; absent for secrets, which every user of the machine could read there. */
  readonly flag?: string
}

/** Everything an operator may decide, for the file, the environment, the flags and their help. */
export const HUB_SETTINGS: readonly HubSetting[] = [
  setting('host', 'text', 'Address to listen on'),
  setting('port', 'port', 'Port to listen on; 0 takes any free one'),
  setting('dir', 'text', 'Folder for the database and packages'),
  secret('databaseUrl', 'postgres', 'postgres://…; SQLite inside the folder when absent', ['DATABASE_URL']),
  setting('s3.bucket', 'text', 'Bucket of an S3-compatible store for packages; a folder when absent'),
  setting('s3.endpoint', 'url', 'Address of that store', ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL']),
  setting('s3.region', 'text', 'Region of the bucket', ['AWS_REGION', 'AWS_DEFAULT_REGION']),
  secret('s3.accessKeyId', 'text', 'Key of the store', ['AWS_ACCESS_KEY_ID']),
  secret('s3.secretAccessKey', 'text', 'Secret of that key', ['AWS_SECRET_ACCESS_KEY']),
  setting('publicUrl', 'url', 'Address clients reach it by, when that is another'),
  setting('registration', ['open', 'closed'], 'Who may make an account: anyone, or users whom an administrator adds'),
  setting('oidc.issuer', 'url', 'OpenID Connect provider to sign in with'),
  setting('oidc.clientId', 'text', 'What the provider calls this hub'),
  secret('oidc.clientSecret', 'text', 'Secret the provider gave this hub'),
  secret('secretsKey', 'text', 'Keys that secrets of scopes are sealed with, each 32 bytes in base64, with commas'),
  setting('maxPackageBytes', 'count', 'Largest package that is taken'),
  setting('rate.read', 'count', 'Reads a minute for one person or address; 0 is no limit'),
  setting('rate.write', 'count', 'Writes a minute for one person or address; 0 is no limit'),
  setting('rate.login', 'count', 'Sign-ins a minute for one address; 0 is no limit'),
  setting('rate.call', 'count', 'Calls of skills a minute for one person or address; 0 is no limit'),
  setting('calls.tiers', 'list', 'Tiers whose skills are run for callers, with commas; members always run their own'),
  setting('calls.hosts', 'list', 'Hosts that called skills may reach, of those they declare, with commas'),
  setting('calls.anonymous', 'flag', 'Let strangers call public skills'),
  setting('calls.issuer', 'url', 'OAuth issuer whose tokens may call skills that state oauth2'),
  setting('calls.audience', 'text', 'Whom those tokens must be for, when that is not the address of the hub'),
  setting('calls.waitMs', 'count', 'Milliseconds a caller waits for an answer before the run goes on without them'),
  setting('calls.maxBodyBytes', 'count', 'Largest body of a call'),
  setting('calls.perDay', 'count', 'Calls of skills a day for one person or address; 0 is no limit'),
  setting('calls.maxArtifactBytes', 'count', 'Most bytes of the files that one run leaves'),
  setting('calls.workers', 'count', 'Queued runs that this node takes on at once; 0 leaves them to other nodes'),
  setting('calls.schedules', 'count', 'Schedules that one person may have'),
  setting('calls.keepDays', 'count', 'Days that runs and their files are kept after their end'),
  setting('calls.prepare', ['auto', 'off'], 'Whether what a called skill requires is installed'),
  setting('maxConnections', 'count', 'Connections open at once'),
  setting('timeouts.headers', 'count', 'Milliseconds for the headers of a request'),
  setting('timeouts.request', 'count', 'Milliseconds for a whole request'),
  setting('timeouts.stop', 'count', 'Milliseconds for running requests to end at a stop'),
  setting('verify', ['auto', 'off'], 'Whether the hub verifies what is published'),
  setting('logLevel', ['silent', 'error', 'warn', 'info', 'debug'], 'How much is logged'),
  setting('trustProxy', 'flag', 'Believe the X-Forwarded-For of a proxy in front'),
  setting('allowAddresses', 'list', 'Private addresses that mirrors and proofs may be fetched from, with commas'),
]

function setting(key: string, kind: SettingKind, help: string, standard: readonly string[] = []): HubSetting {
  return { ...secret(key, kind, help, standard), flag: kebab(key) }
}

function secret(key: string, kind: SettingKind, help: string, standard: readonly string[] = []): HubSetting {
  const variable = `SKILLWRIGHT_HUB_${kebab(key).replaceAll('-', '_').toUpperCase()}`
  return { key, kind, help, variables: [variable, ...standard] }
}

function kebab(key: string): string {
  return key.replaceAll('.', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
