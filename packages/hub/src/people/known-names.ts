import { nameSkeleton } from '../registry/name-skeleton.ts'
import { isReservedName } from '../registry/skill-name.ts'

/** Companies and projects that an impostor gains by being taken for. Skills may have these names. */
const KNOWN = words(`
  adobe airbnb alibaba aliyun alphabet amazon amd android anthropic apache apple arm asana atlassian auth0 aws
  azure baidu bitbucket bloomberg booking bytedance canonical canva chatgpt chrome cisco claude cloudflare codex
  cohere copilot cursor databricks datadog debian deepmind deepseek dell digitalocean discord docker dropbox
  ebay elastic ericsson facebook fastly figma firefox gemini github gitlab google grafana groq hashicorp heroku
  huawei hubspot huggingface ibm instagram intel intuit jetbrains kubernetes langchain linear linkedin linux
  llama mastercard meta microsoft midjourney mistral mistralai mongodb moonshot mozilla netflix netlify nginx
  nodejs notion npm nvidia okta ollama openai oracle palantir paypal perplexity pinecone postgres postgresql
  postman pypi python pytorch qualcomm qwen reddit redhat redis replicate replit salesforce samsung sap sentry
  shopify siemens slack snowflake sony spotify square stripe supabase telegram tencent tensorflow terraform
  tesla tiktok toyota twilio twitter uber ubuntu vercel visa vmware vscode walmart wechat whatsapp wikipedia
  windows xai xiaomi yahoo youtube zapier zoom
`)

/** Words that make no other name of one: `google-ai`, `team-openai`. */
const ATTRIBUTES = words(`
  ai api app cloud co com corp corporation dev developers engineering foundation global group help hq hub inc io
  labs llc ltd official org platform plugins real research security skills support team the tools verified
`)

// Short words fold into too many others: only the longer ones are also kept when they are written with 0 for o.
const SKELETONS = new Set([...KNOWN].filter((word) => word.length >= 5).map(nameSkeleton))

/** True for a handle that only an administrator may give: a name of the house, or one by which others are known. */
export function isReservedHandle(handle: string): boolean {
  if (isReservedName(handle) || isKnown(handle)) return true
  const own = handle
    .split('-')
    .filter((word) => !ATTRIBUTES.has(word))
    .join('-')
  return isKnown(own) || [...ATTRIBUTES].some((word) => own.endsWith(word) && isKnown(own.slice(0, -word.length)))
}

function isKnown(name: string): boolean {
  return KNOWN.has(name) || SKELETONS.has(nameSkeleton(name))
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
