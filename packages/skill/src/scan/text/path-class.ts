import { anyOf } from './join-patterns.ts'
/** What reading a path would disclose. */
export type SecretClass =
  | 'ssh key'
  | 'cloud credentials'
  | 'access tokens'
  | 'wallet'
  | 'browser data'
  | 'browser logins'
  | 'agent credentials'
  | 'environment file'
  | 'key store'
  | 'password file'
  | 'command history'
  | 'messages'

/** What writing to a path would make permanent. */
export type PersistenceClass =
  | 'shell start-up file'
  | 'scheduled job'
  | 'start-up service'
  | 'authorized keys'
  | 'git hook'
  | 'agent instructions'
  | 'agent settings'
  | 'system configuration'
  | 'interpreter start-up file'

const SECRETS: readonly (readonly [SecretClass, RegExp])[] = [
  [
    'ssh key',
    /\.ssh(?:$|\/(?:$|\*|\uFFFC$|id_[\w*]*$|\w+\.pem$|[^/]*_(?:rsa|ed25519|ecdsa)$))|(?:^|\/)id_(?:rsa|ed25519|ecdsa|dsa)$|(?:^|\/)\*\.(?:pem|kdbx|p12|pfx|ppk|key)$/i,
  ],
  [
    'cloud credentials',
    anyOf(
      'i',
      /\.aws(?:$|\/(?:$|\*|\uFFFC$|credentials|sso))/,
      /gcloud\/(?:application_default_credentials|credentials\.db|access_tokens\.db|legacy_credentials)/,
      /\.azure(?:$|\/(?:$|\*|accessTokens|msal_token|azureProfile))|\.kube(?:$|\/(?:$|\*|config))/,
      /\.oci\/config|\.terraform\.d\/credentials|(?:^|\/)\*\.tf(?:state|vars)$|credentials\.tfrc\.json$/,
      /\.config\/(?:doctl|linode-cli|hcloud)|\/var\/run\/secrets\/kubernetes/,
    ),
  ],
  [
    'access tokens',
    anyOf(
      'i',
      /\.(?:npmrc|pypirc|netrc|git-credentials|docker\/config\.json|vault-token|cargo\/credentials(?:\.toml)?|gem\/credentials)$/,
      /\.config\/(?:gh\/hosts\.ya?ml|gh$|hub$|stripe|netlify|vercel|huggingface|op\b)/,
      /\.(?:huggingface|cache\/huggingface)\/token$|\.vercel\/auth|_netrc$/,
    ),
  ],
  [
    'wallet',
    anyOf(
      'i',
      /wallet\.dat/,
      /(?:\.|(?:Roaming|Local|Support|\.config|share|~)\/)(?:ethereum|bitcoin|litecoin|dogecoin|monero|electrum|exodus|atomic|ledger live|zcash|armory|wasabi|sparrow|coinomi|guarda)(?:$|\/(?:$|\*|wallets?|keystore|exodus\.wallet|Local Storage))/,
      /\.config\/solana(?:$|\/(?:$|\uFFFC|\*|(?:[\w-]+\/)?[\w*\uFFFC-]+\.json$))|\/keystore(?:$|\/)/,
      /nkbihfbeogaeaoehlefnkodbefgpgknn|bfnaelmomeimhlpmgjnjophhpkkoljpa/,
      /(?:seed|mnemonic)(?:_?phrase)?\.(?:txt|json)$/,
    ),
  ],
  [
    'browser logins',
    /(?:Login Data(?: For Account)?|cookies\.sqlite|key[34]\.db|logins\.json|Cookies\.binarycookies|(?:Default|Profile[^/]{0,20}|Network|\*|\uFFFC)\/Cookies)(?:$|["'-])/i,
  ],
  [
    'browser data',
    anyOf(
      'i',
      /(?:Login Data|Local State|Web Data|cookies\.sqlite|key[34]\.db|logins\.json|Cookies\.binarycookies)(?:$|["'-])/,
      /(?:Google\/Chrome|google-chrome|chromium|BraveSoftware|Brave-Browser|Microsoft\/Edge|microsoft-edge|Firefox\/Profiles|\.mozilla\/firefox|Opera Software|Vivaldi|Arc\/User Data)(?<!\/bin\/[\w-]{1,20}|\.app\/.{1,60})(?=$|\/(?:$|\*|Default|User Data|Profile|[\w.-]+\/(?:Cookies|Login|Local|Default)|\uFFFC))/,
    ),
  ],
  [
    'agent credentials',
    anyOf(
      'i',
      /(?:~|home|Users|\uFFFC|^)?\/?\.(?:openclaw|clawdbot|moltbot|hermes|clawhub|codex|claude|gemini|cursor|continue|aider|opencode|kiro|windsurf|qwen)(?:\/[\w.-]+){0,3}\/(?:\.env|\.credentials\.json|credentials(?:\.json)?|auth(?:-profiles)?\.json|openclaw\.json|oauth_creds\.json|config\.json|token(?:s)?\.json)$/,
      /\.claude\.json$|\.(?:cursor|vscode|codeium\/windsurf|kiro\/settings)\/mcp(?:_config)?\.json$/,
      /(?:openclaw|clawdbot|moltbot)\.json$|\.openclaw(?:\/credentials)?\/?\*?$/,
    ),
  ],
  [
    'key store',
    anyOf(
      'i',
      /\.gnupg(?:$|\/(?!gpg\.conf|gpg-agent\.conf))|\.password-store|\.kdbx$|Library\/Keychains/,
      /login\.keychain|\.local\/share\/keyrings|1Password|Bitwarden|KeePass/,
      /AppData\/(?:Roaming|Local)\/Microsoft\/(?:Credentials|Protect|Vault)/,
    ),
  ],
  [
    'password file',
    /^\/etc\/(?:shadow|gshadow|master\.passwd|sudoers)|\/proc\/(?:self|\d+|1|\*|\uFFFC)\/(?:environ|mem)$|\bSAM$|ntds\.dit$/i,
  ],
  [
    'command history',
    /\.(?:bash|zsh|sh|python|psql|mysql|node_repl|lesshst)_?history$|fish_history$|ConsoleHost_history\.txt$/i,
  ],
  [
    'messages',
    /Messages\/chat\.db|Library\/Mail(?:$|\/)|\.thunderbird|Telegram Desktop\/tdata|discord\/Local Storage|Slack\/(?:Local Storage|Cookies)|signal\/config\.json/i,
  ],
  ['environment file', /(?:^|\/)(?:\*{1,2}\/?)?\*?\.env(?:\.\w+|\.?\*)?$/i],
]

const LASTING: readonly (readonly [PersistenceClass, RegExp])[] = [
  [
    'shell start-up file',
    anyOf(
      'i',
      /(?:^|\/)\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|bash_login|bash_aliases|kshrc)$/,
      /config\.fish$|^\/etc\/(?:profile|bash\.bashrc|zshrc|environment)|Microsoft\.PowerShell_profile\.ps1$/,
      /\$PROFILE$/,
    ),
  ],
  ['scheduled job', /^\/etc\/(?:cron|anacron)|\/var\/spool\/cron|\/etc\/cron\.d\//i],
  [
    'start-up service',
    anyOf(
      'i',
      /Library\/Launch(?:Agents|Daemons)|\/systemd\/(?:system|user)(?:$|\/(?![\w-]+\.conf$))|\.config\/autostart/,
      /\/etc\/(?:init\.d|rc\.local|xdg\/autostart)|Start Menu\/Programs\/Startup|CurrentVersion\\+Run/,
      /CurrentVersion\/Run/,
    ),
  ],
  ['authorized keys', /\.ssh\/(?:authorized_keys|config|rc)$/i],
  [
    'git hook',
    /\.git\/hooks\/|(?:^|\/)\.?(?:git-?)?hooks\/(?:pre|post|commit|prepare|update)-?[\w-]*$|\.config\/git\/(?:config|hooks)|(?:^|\/)\.gitconfig$|\.husky\//i,
  ],
  [
    'agent instructions',
    /(?:^|\/)(?:CLAUDE|AGENTS|MEMORY|SOUL|HEARTBEAT|IDENTITY|GEMINI|BOOTSTRAP)(?:\.local)?\.md$|\.cursorrules$|\.cursor\/rules|\.windsurfrules$|\.clinerules|copilot-instructions\.md$|\.(?:claude|openclaw|codex|hermes|cursor|clawdbot)\/(?:commands|agents|rules|skills)\/(?!.*\.(?:png|jpe?g|webp|gif|pdf|mp[34]|wav|csv|tsv|jsonl?|log|txt|db|sqlite3?|pid|lock|cache|bak|zip|html)$)|system[-_]prompt\.(?:md|txt)$/,
  ],
  [
    'agent settings',
    anyOf(
      'i',
      /\.claude\/settings(?:\.local)?\.json$|\.claude\.json$|claude_desktop_config\.json$/,
      /(?:^|\/)\.?mcp(?:_config)?\.json$|\.cursor\/mcp\.json$|openclaw\.json$|\.codex\/config\.toml$/,
      /\.vscode\/(?:tasks|settings)\.json$/,
    ),
  ],
  [
    'interpreter start-up file',
    /(?:site|user)customize\.py$|site-packages\/[^/]*\.pth$|ld\.so\.preload$|\.pythonrc|\.noderc|(?:^|\/)\.npmrc$|pip\.conf$/i,
  ],
  [
    'system configuration',
    /^\/etc\/(?:hosts|sudoers|passwd|shadow|pam\.d|ssh\/sshd_config|resolv\.conf)|System32\/drivers\/etc\/hosts/i,
  ],
]

const LOGS = anyOf(
  'i',
  /^\/var\/(?:log|audit|adm)(?:$|\/)/,
  /\/(?:audit|auth|secure|syslog|messages|wtmp|btmp|utmp|lastlog|faillog)(?:\.log|\.\*|\*)?$|_history$/,
  /\/journal(?:$|\/)|^\/private\/var\/(?:log|audit)|Library\/Logs|System32\/winevt/,
  /audit[\w-]*\.(?:log|jsonl?|db)/,
  /(?:\.openclaw|\.claude|\.codex|\.hermes|\.clawdbot)\/(?:logs?|history|sessions|projects|transcripts|audit)/,
)

/** A path in one form: home as `~`, forward slashes, no quotes, no `./`. */
export function normalPath(path: string): string {
  return (
    path
      .trim()
      .replace(/^["']|["']$/g, '')
      .replace(/\\+/g, '/')
      .replace(/^file:\/\//, '')
      .replace(
        /^(?:\$\{?HOME\}?|%USERPROFILE%|\$env:USERPROFILE|\$env:HOME|\/root|\/home\/[\w.-]+|\/Users\/[\w.-]+|C:\/Users\/[^/]+)(?=\/|$)/i,
        '~',
      )
      // A folder and a path that begins at home, joined: the latter is what is opened.
      .replace(/^.{1,200}\/(?=~\/)/, '')
      .replace(/(?<=[^:])\/{2,}/g, '/')
      .replace(/^\.\//, '')
      .slice(0, 400)
  )
}

/** What secrets a path holds, if any. Public keys hold none. */
export function secretClass(path: string): SecretClass | undefined {
  const normal = normalPath(path)
  if (/\.pub$|\.(?:example|sample|template|dist)$|known_hosts$/i.test(normal)) return undefined
  for (const [kind, pattern] of SECRETS) if (pattern.test(normal)) return kind
  return undefined
}

/** The path of a secret that a sentence names. */
export function secretPathIn(sentence: string): string | undefined {
  for (const found of sentence.matchAll(
    /\*\.(?:pem|kdbx|p12|pfx|ppk|key)\b|(?:~|\$HOME|\/home\/\w+|\/root)?\/?\.?[\w.-]+(?:\/[\w.-]+){0,6}/g,
  )) {
    const path = found[0].replace(/[.,]+$/, '')
    const kind = secretClass(path)
    if (kind !== undefined && (kind !== 'environment file' || path.length > 4)) return path
  }
  return undefined
}

/** What kind of persistence writing this path gives, if any. */
export function persistenceClass(path: string): PersistenceClass | undefined {
  const normal = normalPath(path)
  for (const [kind, pattern] of LASTING) if (pattern.test(normal)) return kind
  return undefined
}

/** True for logs and histories: what is left to see what happened. */
export function isLogPath(path: string): boolean {
  return LOGS.test(normalPath(path))
}

/** True for a path whose loss is the loss of the machine or of all files of a user. */
export function isCriticalPath(path: string): boolean {
  return /^(?:\/|~|\/\*|~\/\*|~\/|\/(?:etc|usr|bin|sbin|boot|lib|home|var|root|Users|System)\/?\*?|~\/(?:Documents|Desktop|Pictures)\/?\*?|C:\/?\*?|C:\/Windows\/?)$/.test(
    normalPath(path),
  )
}

/** True for a hidden file in a world-writable folder. */
export function isHiddenTemp(path: string): boolean {
  return /^\/(?:var\/)?tmp\/(?:[\w.-]+\/)*\.\w|^\/dev\/shm\/|^%TEMP%\/\./i.test(normalPath(path))
}
