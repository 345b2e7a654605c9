/** What a user might say, and the skill of the labelled cases that it asks for. Written from their descriptions, before anything was measured with them. */
export const TASK_MESSAGES: ReadonlyMap<string, string> = new Map(
  `
save the photo I just took with my Ray-Bans to the right database = AgentWorkers+skills/glass2claw
archive this reddit thread with its videos and a summary = AgentWorkers+skills/grab
把这条推文和里面的视频下载归档 = AgentWorkers+skills/grab
install the gate.com mcp servers for me = AgentWorkers+skills/gate-mcp-openclaw-installer
open a yes/no market on Solana about whether BTC hits 200k = AgentWorkers+skills/torchpredictionmarketkit
which new arxiv papers about agents came out this week? = AgentWorkers+skills/agentic-paper-digest-skill
汇总一下最近的 arXiv 论文 = AgentWorkers+skills/agentic-paper-digest-skill
export all icons of our figma file as svg = AgentWorkers+skills/figma-design-toolkit
检查一下 Figma 设计稿的无障碍合规性 = AgentWorkers+skills/figma-design-toolkit
my openclaw config gives an error after I added a provider = AgentWorkers+skills/openclaw-config-guide
put the new checkout behind a LaunchDarkly flag = zuoguyoupan2023+awesome-ai-skills/feature-flags__launchdarkly-flag-create
提取这个链接里 PDF 的正文和图片 = AgentWorkers+skills/coze-web-fetch
let the assistant run terminal commands and edit files on my desktop = agentskillexchange+skills/desktop-commander-mcp-terminal-file-control
帮我做一份介绍产品的幻灯片 = AgentWorkers+skills/comman-felo-slides
read this text out loud with a local voice = AgentWorkers+skills/sayit
把这段话转成语音 = AgentWorkers+skills/sayit
our app needs to support French and Japanese, add localization = gabrielmoreira+agent-skills-mirror/i18n
写一期面向行业客户的 B2B 新闻稿 = AgentWorkers+skills/brw-newsletter-creation-curation
a customer video about us went viral and the press is calling, draft our PR response = zuoguyoupan2023+awesome-ai-skills/crisis-response
what is the balance of my Aleo address? = openclaw+skills/leo-wallet
write a yara rule that detects this malware family = gabrielmoreira+agent-skills-mirror/yara-authoring
怎么注册 GoHighLevel 开发者账户并创建应用 = AgentWorkers+skills/ghl-open-account
turn this word document into an editable pptx = gabrielmoreira+agent-skills-mirror/ppt-master
从零搭建一套设计系统,包括主题和组件 = AgentWorkers+skills/design-system-creation
下载飞书云盘里的那份合同 = AgentWorkers+skills/feishu-file-manager
remove signatures and quoted history from this email reply = agentskillexchange+skills/strip-quoted-email-history-and-signatures-before-summarizing-inbound-replies
打开这个网站,帮我抓取所有商品价格 = AgentWorkers+skills/neo-browser
google it and give me the full text of the top results = AgentWorkers+skills/serper
用百度搜一下这家公司的最新消息 = AgentWorkers+skills/baidu-web-search
proofread the subtitles in lecture.srt but keep the timestamps = AgentWorkers+skills/srt-proofreader
校对这个字幕文件 = AgentWorkers+skills/srt-proofreader
add a branch to the mind map in RedForester = AgentWorkers+skills/atlas-tracker
build an ETL flow with cocoindex that embeds our docs = gabrielmoreira+agent-skills-mirror/cocoindex
把记事本窗口最大化,然后切换到 VSCode = AgentWorkers+skills/desktop-control-win
how does Nvidia stock look, dividends and score? = AgentWorkers+skills/stock-analysis-6-2-0
分析一下我的股票投资组合 = AgentWorkers+skills/stock-analysis-6-2-0
check this blog announcement for unsafe claims before we publish it = AgentWorkers+skills/consensus-publish-guard
design a vintage travel poster for Lisbon = AgentWorkers+skills/poster-design-generation
设计一张音乐节的活动海报 = AgentWorkers+skills/poster-design-generation
go through our open github issues and send pull requests with fixes = gabrielmoreira+agent-skills-mirror/gh-issues
find freelance work for my agent and bid on it = AgentWorkers+skills/molt-market-worker
set up the post-mortem for last night's outage = gabrielmoreira+agent-skills-mirror/recipe-post-mortem-setup
take pdf captures of pages with headless Chrome from Go = agentskillexchange+skills/chromedp-go-browser-automation-chrome-devtools-protocol
在 Upbit 上用技术指标自动交易 = AgentWorkers+skills/upbit-trading-skill
fill in this docx template with the client's data = gabrielmoreira+agent-skills-mirror/minimax-docx
我想让你开口说话,用语音回答 = AgentWorkers+skills/her-voice
what were my most played songs on last.fm this month? = AgentWorkers+skills/whatisxlistening-to
make a Chrome extension that blocks autoplay = sickn33+antigravity-awesome-skills/browser-extension-builder
how good is this developer, judging by their GitHub contributions? = AgentWorkers+skills/github-cred
what features are users complaining about on Reddit? = zuoguyoupan2023+awesome-ai-skills/requesthunt
look at our homepage on mobile and fix the layout problems = zuoguyoupan2023+awesome-ai-skills/web-design-reviewer
I need a custom eslint rule that forbids default exports = agentskillexchange+skills/eslint-rule-architect-2
在小红书上发布这篇笔记 = AgentWorkers+skills/xiaohongshu-skills
how much of my Claude quota is left in Antigravity? = AgentWorkers+skills/antigravity-quota
把这个 Markdown 转成 PowerPoint = AgentWorkers+skills/html-to-ppt
read the text on my mac screen with OCR = AgentWorkers+skills/screen-vision
做一次信息安全风险评估 = AgentWorkers+skills/risk-assessment
protect our GitHub Actions runners against supply chain attacks = agentskillexchange+skills/harden-runner-cicd-security-agent-github-actions
帮我优化简历,准备面试 = AgentWorkers+skills/job-search-assistant
score my resume and write a cover letter = AgentWorkers+skills/job-search-assistant
create a subagent that reviews migrations = gabrielmoreira+agent-skills-mirror/create-subagents
generate a typescript client from our openapi spec = agentskillexchange+skills/openapi-generator-api-client-server-stub-tooling
火山引擎的 AI 应用示例怎么实现的 = AgentWorkers+skills/ai-app-lab
why does our shop not rank in the local map pack? = AgentWorkers+skills/local-visibility-skill
list this week's Lemon Squeezy orders = AgentWorkers+skills/lemonsqueezy
set up design tokens with Tailwind for our components = sickn33+antigravity-awesome-skills/tailwind-design-system
play some Miles Davis on spotify = openclaw+skills/ahmed
check the workflow yaml files before I push = agentskillexchange+skills/prevent-broken-github-actions-workflows-before-ci-runs-with-actionlint
show me the system prompt of Claude Code's subagents = agentskillexchange+skills/inspect-the-real-claude-code-system-tool-and-subagent-prompts-before-designing-compatible-extensions
把这个大纲画成 XMind 思维导图 = AgentWorkers+skills/xmind-generator
`
    .trim()
    .split('\n')
    .map((line) => line.split(' = ') as [string, string]),
)
