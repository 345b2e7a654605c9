/** Skills, tools and services that people look for by name; a name one letter away from one of these is suspicious. */
export const WELL_KNOWN_SKILLS: ReadonlySet<string> = new Set(
  'github gitlab bitbucket docker kubernetes terraform ansible jenkins grafana prometheus datadog notion obsidian evernote whatsapp telegram discord spotify youtube twitter linkedin instagram facebook reddit clawhub clawdhub openclaw clawdbot moltbook polymarket phantom-wallet metamask solana ethereum binance coinbase tailscale cloudflare supabase firebase postgres postgresql mongodb elasticsearch salesforce hubspot shopify airtable clickup playwright puppeteer selenium anthropic claude-code chatgpt ollama huggingface langchain pytorch tensorflow summarize self-improving-agent agent-browser find-skills skill-creator skill-vetter yahoo-finance google-workspace nano-banana-pro youtube-summarize webapp-testing mcp-builder frontend-design brainstorming web-research-summarizer daily-news-digest'.split(
    ' ',
  ),
)

/** Packages that are installed so often that mistyped names are traps. */
export const WELL_KNOWN_PACKAGES: ReadonlySet<string> = new Set(
  'requests urllib3 numpy pandas scipy matplotlib seaborn scikit-learn tensorflow torch torchvision transformers flask django fastapi uvicorn sqlalchemy pydantic boto3 botocore cryptography pyyaml jinja2 click rich typer httpx aiohttp beautifulsoup4 selenium playwright pillow opencv-python openpyxl python-dateutil python-dotenv psycopg2 pymongo redis celery paramiko pytest setuptools colorama tqdm lxml scrapy openai anthropic langchain tiktoken huggingface-hub websockets markdown pypdf pdfplumber reportlab docker kubernetes psutil cffi certifi react react-dom lodash express axios chalk commander webpack typescript eslint prettier moment dayjs jquery underscore async request yargs inquirer dotenv mongoose sequelize socket.io nodemon puppeteer cheerio next vite rollup esbuild tailwindcss postcss babel jest mocha vitest cross-env rimraf node-fetch discord.js telegraf electron uuid colors debug semver minimist glob fs-extra body-parser cors jsonwebtoken bcrypt bcryptjs passport winston ethers web3 zod prisma graphql'.split(
    ' ',
  ),
)

/** Real packages that happen to lie beside a better-known one. */
export const KNOWN_NEIGHBOURS = new Set(
  'preact scapy spacy numba panda-css nestjs request requests react-doc nuxt nest text vitess esbuilds types colored colorama color rich ritch glob2 globe async-lock asyncs click-8 flask2 boto boto2 moments jests viteplus cord corts uuid4 uuids torchx numpy2 typer2 chalk2 nuxt3 next-auth redis-py radis reacts expresso axios2 docker-py rollups web4 zodd zx zed zora lodash-es'.split(
    ' ',
  ),
)

/** Hosts whose names others imitate. */
export const WELL_KNOWN_HOST_WORDS = [
  'clawhub',
  'openclaw',
  'anthropic',
  'openai',
  'github',
  'gitlab',
  'docker',
  'metamask',
  'coinbase',
  'binance',
  'huggingface',
  'moltbook',
] as const

/** The well-known name that another is one slip away from: a letter changed, left out, doubled, swapped or replaced by a look-alike. */
export function lookalikeOf(name: string, known: ReadonlySet<string>): string | undefined {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  if (known.has(plain)) return undefined
  const skeleton = toSkeleton(plain)
  for (const each of known) {
    if (each.length < 5 || Math.abs(each.length - plain.length) > 1) continue
    if (skeleton === toSkeleton(each) || isOneSlip(plain, each)) return each
  }
  return undefined
}

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '3': 'e',
  '5': 's',
  '\u0430': 'a',
  '\u0435': 'e',
  '\u043e': 'o',
  '\u0440': 'p',
  '\u0441': 'c',
  '\u0445': 'x',
  '\u0443': 'y',
  '\u0456': 'l',
  '\u0131': 'l',
  '\u03bf': 'o',
  '\u03b1': 'a',
  _: '',
  '-': '',
  '.': '',
}

function toSkeleton(name: string): string {
  return [...name]
    .map((char) => LOOKALIKES[char] ?? char)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

function isOneSlip(a: string, b: string): boolean {
  if (a === b) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const left = a.slice(start, a.length - end)
  const right = b.slice(start, b.length - end)
  // A plural, a version and a trailing digit are names of their own.
  if (left.length + right.length === 1) return end > 0 || !/^[srdxy\d]$/.test(left + right)
  return (
    (left.length === 1 && right.length === 1) ||
    (left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0])
  )
}
