import { HOLE } from '../code/value.ts'
import { isMadeUpName } from './placeholder-host.ts'
import { parseUrl } from './urls.ts'

/** How an address stands to the skill that uses it, from closest to most suspicious. */
export type HostRelation =
  | 'local'
  | 'unknown'
  | 'own'
  | 'affine'
  | 'vendor'
  | 'unrelated'
  | 'hosting'
  | 'paste'
  | 'capture'
  | 'ip'

const STRANGE: ReadonlySet<HostRelation> = new Set(['unrelated', 'hosting', 'ip', 'paste', 'capture'])

/** True for an address that has no part in what the skill says it does. */
export function isStrange(relation: HostRelation): boolean {
  return STRANGE.has(relation)
}

/** What a skill says it is about, as far as addresses are concerned. */
export interface Affinity {
  readonly hosts: ReadonlySet<string>
  readonly words: ReadonlySet<string>
  /** The short name of what it is about, which is too short to be told from other words elsewhere. */
  readonly label?: string
}

/** Services that record requests, tunnels to private machines, and anonymous file drops. */
const CAPTURE = new Set(
  'webhook.site requestbin.com requestbin.net pipedream.net interact.sh oast.fun oast.pro oast.live oast.site oast.online oast.me burpcollaborator.net beeceptor.com hookbin.com hookdeck.com ngrok.io ngrok.app ngrok-free.app ngrok-free.dev ngrok.dev trycloudflare.com serveo.net loca.lt localhost.run lhr.life bore.pub playit.gg pinggy.io pinggy.link zrok.io requestcatcher.com ptsv2.com ptsv3.com mockbin.org mockbin.io dnslog.cn ceye.io canarytokens.com postb.in webhookinbox.com typedwebhook.tools requestinspector.com httpdump.app transfer.sh file.io 0x0.st temp.sh gofile.io catbox.moe bashupload.com termbin.com ix.io oshi.at uguu.se tmpfiles.org filebin.net devtunnels.ms telebit.io expose.dev tunnelmole.net dnsbin.zhack.ca webhook.cool'.split(
    ' ',
  ),
)
/** Anonymous paste services, and link shorteners that hide the target. */
const PASTE = new Set(
  'pastebin.com paste.ee hastebin.com rentry.co rentry.org glot.io ghostbin.com dpaste.com dpaste.org controlc.com telegra.ph paste.rs paste.sh justpaste.it pastes.io privatebin.net p.ip.fi sprunge.us write.as snippet.host cl1p.net textbin.net gist.github.com gist.githubusercontent.com bit.ly tinyurl.com t.co is.gd cutt.ly rb.gy shorturl.at goo.su v.gd ow.ly t.ly tiny.cc s.id clck.ru mediafire.com mega.nz cdn.discordapp.com media.discordapp.net anonfiles.com sendspace.com workupload.com pixeldrain.com'.split(
    ' ',
  ),
)
/** Hosting services with an account name in the address; that name identifies the owner. */
const HOSTING = new Set(
  'githubusercontent.com github.io pages.dev workers.dev vercel.app netlify.app herokuapp.com glitch.me repl.co replit.app replit.dev surge.sh web.app firebaseapp.com onrender.com fly.dev railway.app r2.dev s3.amazonaws.com amazonaws.com blob.core.windows.net storage.googleapis.com notion.site webflow.io wixsite.com sites.google.com drive.google.com docs.google.com dropbox.com gitlab.io codeberg.page deno.dev render.com azurewebsites.net cloudfront.net supabase.co github.com gitlab.com bitbucket.org codeberg.org sourceforge.net gitee.com b-cdn.net lovable.app bolt.host framer.app carrd.co blogspot.com wordpress.com medium.com huggingface.co hf.space ngrok.page packagecloud.io'.split(
    ' ',
  ),
)
/** Makers of well-known tools, registries and services: what they say in their own documentation is not news. */
const VENDORS = new Set(
  `${['pypi', 'npmjs'].map((name) => `${name}.org ${name}.com`).join(' ')} pythonhosted.org yarnpkg.com nodejs.org nodesource.com python.org rubygems.org crates.io rust-lang.org rustup.rs golang.org go.dev deno.land deno.com jsr.io bun.sh bun.com astral.sh brew.sh docker.com docker.io ghcr.io quay.io kubernetes.io k8s.io helm.sh debian.org ubuntu.com fedoraproject.org archlinux.org alpinelinux.org nixos.org openai.com anthropic.com claude.ai claude.com googleapis.com google.com gstatic.com microsoft.com aka.ms azure.com windows.net office.com live.com graph.microsoft.com visualstudio.com apple.com icloud.com cloudflare.com vercel.com netlify.com heroku.com digitalocean.com hashicorp.com terraform.io jetbrains.com mozilla.org wikipedia.org wikimedia.org wikidata.org stackoverflow.com amazon.com openssh.com githubapp.com atlassian.com slack.com notion.com linear.app discord.com telegram.org whatsapp.com x.com twitter.com reddit.com youtube.com spotify.com stripe.com paypal.com twilio.com sendgrid.com mailgun.net sentry.io datadoghq.com grafana.com elastic.co mongodb.com redis.io postgresql.org sqlite.org supabase.com firebase.google.com nvidia.com pytorch.org tensorflow.org anaconda.com conda.io conda.anaconda.org r-project.org julialang.org ollama.com ollama.ai lmstudio.ai mistral.ai cohere.ai cohere.com groq.com together.ai together.xyz replicate.com elevenlabs.io deepgram.com assemblyai.com perplexity.ai deepseek.com moonshot.cn aliyuncs.com aliyun.com tencent.com qq.com baidu.com bytedance.com feishu.cn larksuite.com dingtalk.com weixin.qq.com openrouter.ai tavily.com exa.ai serper.dev brave.com duckduckgo.com bing.com openstreetmap.org openweathermap.org open-meteo.com wttr.in arxiv.org doi.org crossref.org nih.gov semanticscholar.org modelcontextprotocol.io agentskills.io clawhub.ai clawhub.io clawdhub.com clawdbot.com moltbook.com openclaw.ai nousresearch.com cursor.com cursor.sh tailscale.com fly.io railway.com render.com foundry.paradigm.xyz solana.com anza.xyz ethereum.org infura.io alchemy.com etherscan.io coinbase.com binance.com coingecko.com shopify.com hubspot.com salesforce.com zapier.com airtable.com asana.com trello.com clickup.com figma.com canva.com adobe.com zoom.us calendly.com opencode.ai get.sdkman.io sdkman.io jsdelivr.net unpkg.com cdnjs.cloudflare.com esm.sh gradle.org maven.org apache.org mise.run mise.jdx.dev volta.sh fnm.vercel.app starship.rs ohmyz.sh get.pnpm.io pnpm.io uv.astral.sh pixi.sh prefix.dev encore.dev sh.rustup.rs install.python-poetry.org python-poetry.org composer.org getcomposer.org php.net ruby-lang.org rvm.io get.rvm.io nextflow.io awscli.amazonaws.com pagerduty.com sigstore.dev semgrep.dev snyk.io codecov.io sonarsource.com sonarcloud.io circleci.com jitpack.io scoop.sh chocolatey.org aquasecurity.github.io foundryup fishshell.com cli.github.com github.githubassets.com api.github.com w3.org schema.org json-schema.org json.org ietf.org owasp.org mitre.org nist.gov virustotal.com shodan.io hf.co ctan.org z.ai bigmodel.cn ffmpeg.org videolan.org git-scm.com imagemagick.org pandoc.org repology.org pypa.io dot.net dotnet.microsoft.com aliyuncli.alicdn.com clawhub.com clawd.bot molt.bot`.split(
    ' ',
  ),
)
/** Owners of well-known installers on code hosts. */
const KNOWN_OWNERS = new Set(
  'nvm-sh homebrew ohmyzsh microsoft google googleapis anthropics openai astral-sh denoland oven-sh rust-lang golang python nodejs docker kubernetes helm hashicorp vercel vercel-labs cloudflare aws awslabs azure huggingface pytorch cli actions sigstore anchore aquasecurity trufflesecurity semgrep golangci junegunn pyenv rbenv asdf-vm jdx tj creationix robbyrussell k3s-io k3d-io derailed bazelbuild facebook facebookresearch google-research google-deepmind meta apache elastic grafana prometheus tailscale supabase openclaw nousresearch modelcontextprotocol obra steveyegge trailofbits projectdiscovery ollama ggerganov ggml-org ytdl-org yt-dlp ffmpeg charmbracelet steipete'.split(
    ' ',
  ),
)
/** Where Amazon itself answers; no account keeps anything of its own under these names. */
const AMAZON_SERVICE =
  /^(?:ec2|sts|iam|ssm|ecs|ecs-tasks|eks|kms|ce|pricing|cloudformation|bedrock|bedrock-runtime)(?:\.[a-z]{2}-[a-z]+-\d)?\.amazonaws\.com$/
const SECOND_LEVEL = new Set('co com org net gov ac edu gob ne or go'.split(' '))

/** How an address stands to the skill. */
export function hostRelation(url: string, affinity: Affinity): HostRelation {
  const parsed = parseUrl(url)
  if (parsed === undefined) return 'unknown'
  const { host, path } = parsed
  if (isLocal(host)) return 'local'
  if (isIp(host)) return 'ip'
  if (/^(?:s3|gs|az):/i.test(url)) return bucketRelation(host, affinity)
  const registrable = registrableDomain(host)
  if (
    registrable.includes(HOLE) ||
    host.includes('..') ||
    /[$%]|^(?:your|my|the)?[-_]?(?:host|domain|server|url|endpoint|instance|site)$|^<|your[-_.]?(?:domain|host|server|company|org|site|app|instance|backend|api|service)|\.(?:local|localhost|lan|internal|corp)$/i.test(
      host,
    ) ||
    isMadeUpName(host)
  )
    return 'unknown'
  if (!host.includes('.')) return 'unknown'
  if (affinity.hosts.has(host)) return 'own'
  if (VENDORS.has(host) || AMAZON_SERVICE.test(host)) return 'vendor'
  const listed = (set: ReadonlySet<string>): boolean => set.has(host) || set.has(registrable)
  if (listed(CAPTURE)) return 'capture'
  if (listed(PASTE)) return 'paste'
  if (listed(HOSTING) || /(?:^|\.)(?:s3|storage|blob)[.-]/.test(host)) {
    const owner = ownerOf(host, path)
    if (affinity.hosts.has(`${host}/${owner[0] ?? ''}`) || owner.some((word) => KNOWN_OWNERS.has(word))) return 'vendor'
    return owner.some((word) => shareWord(word, affinity.words)) ? 'affine' : 'hosting'
  }
  if (affinity.hosts.has(registrable)) return 'own'
  if (listed(VENDORS)) return 'vendor'
  // What stands before the name that was registered is anybody's choice.
  const name = registrable.split('.', 1)[0] ?? ''
  if (affinity.label !== undefined && name === affinity.label) return 'affine'
  // `lu.ma`: the ending is a part of the name.
  if (affinity.words.has(registrable.replaceAll('.', ''))) return 'affine'
  return shareWord(name, affinity.words) ? 'affine' : 'unrelated'
}

/** Names of buckets that stand for the reader's own. */
const ANY_BUCKET = /bucket|example|[$<>{}\uFFFC]|^(?:my|your|our|some|the|test|company|org|acme)(?:[-_.]|$)/i

// A place for files in a cloud is named without a host: its name says whose it is.
function bucketRelation(name: string, affinity: Affinity): HostRelation {
  if (ANY_BUCKET.test(name) || name.length < 6) return 'unknown'
  return shareWord(name, affinity.words) ? 'affine' : 'hosting'
}

/** `a.b.example.co.uk` as `example.co.uk`. */
export function registrableDomain(host: string): string {
  const labels = host.split('.')
  const second = labels.at(-2) ?? ''
  const take = labels.length > 2 && SECOND_LEVEL.has(second) && (labels.at(-1)?.length ?? 0) === 2 ? 3 : 2
  return labels.slice(-take).join('.')
}

/** Words of four letters or more that a name is made of, without those that say nothing. */
export function nameWords(text: string): string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9\u4e00-\u9fff]+/)
    .filter((word) => word.length >= 4 && !EMPTY_WORDS.has(word))
}

/** Who put it there: the owner and name on a code host, the subdomain on others. */
function ownerOf(host: string, path: string): string[] {
  const labels = host.split('.')
  const segments = path.split(/[/?#]/).filter((segment) => segment !== '')
  if (/^(?:raw\.githubusercontent|gitlab|github|bitbucket|codeberg|gitee|huggingface)\./.test(host))
    return segments.slice(0, 2).map((part) => part.toLowerCase())
  if (host === 'packagecloud.io') return segments.slice(2, 4).map((part) => part.toLowerCase())
  // The names of the service itself stand in the addresses of all its customers.
  const owner = labels.slice(0, -2).filter((label) => !/^(?:blob|core|storage|file|queue|web|pages)$/.test(label))
  return [...owner, ...segments.slice(0, 1)].map((part) => part.toLowerCase())
}

function shareWord(name: string, words: ReadonlySet<string>): boolean {
  const flat = name.replace(/[^a-z0-9]/g, '')
  for (const word of nameWords(name)) if (words.has(word)) return true
  for (const word of words) if (word.length >= 5 && flat.includes(word)) return true
  return false
}

function isLocal(host: string): boolean {
  return /^(?:localhost|0\.0\.0\.0|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|localhost:\uFFFC.*|169\.254\.\d+\.\d+|host\.docker\.internal|::1|fe80:.*|.*\.local|.*\.localhost|.*\.svc)$/.test(
    host,
  )
}

function isIp(host: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || /^[0-9a-f]*:[0-9a-f:.]+$/.test(host)
}

/** Words that any skill and any host may have, so that sharing one means nothing. */
const EMPTY_WORDS = new Set(
  'skill skills tool tools agent agents helper data code cloud service server manager assistant update updates install installer setup config news test tests testing example examples simple smart enhanced improved auto automated automation fast easy best free open source file files text content user users system systems your with from that this when what which will make makes using used uses into over also more than then them they have http https html json yaml site page pages link links online global world live daily team work workflow workflows process processing project projects process metrics telemetry collect collector collection analytics analysis analyzer analyze monitor monitoring report reports reporting track tracker tracking backup sync security secure safe scan scanner check checker status health diagnostic diagnostics log logs logger logging debug build deploy deployment network internet proxy gateway host hosting store storage download downloads upload uploads share shared public private internal local remote mobile desktop admin support help docs documentation guide manual info information learn learning generate generator generation create creator creation convert converter conversion search find finder query fetch read reader write writer edit editor editing view viewer list format formatter parse parser extract extractor transform translate image images video audio voice chat message messages email mail send notify notification notifications alert alerts event events calendar task tasks todo note notes time date number string list table chart graph model models prompt prompts language python javascript typescript node shell bash script scripts command commands terminal console browser website websites client platform integration integrations plugin plugins extension extensions package packages library framework module modules feature features function functions based support supports provides provide enable enables allow allows include includes need needs want wants like just only very some other others their there where while after before through about above below between under within without against during across user request requests response responses result results output input value values item items group groups type types name names case cases step steps option options setting settings rule rules level access account accounts login auth token tokens secret secrets password credential credentials environment variable variables cache memory disk clean cleaner cleanup optimize optimizer optimization performance speed quality review reviewer summary summarize summarizer summarization document documents markdown meta metadata context session sessions history start stop load loader save export import run runner execute execution schedule scheduler loop batch queue stream pipeline webhook endpoint base main core common general basic advanced default standard custom customer business finance market trade trading crypto wallet wallets bitcoin coin price prices stock stocks research academic paper papers article articles book books game games play player music photo photos social media post posts blog web'.split(
    ' ',
  ),
)
