/** Messages that the form of talk and of tasks is learnt from (`train-form.ts`), and nothing is measured with. Written for this purpose. */
export const TALK_TO_LEARN: readonly string[] = `
what is the tallest building in Europe?
which river flows through Budapest?
who painted the ceiling of that chapel in Rome?
how far is it from the earth to the sun?
in which year was the printing press invented?
what do penguins eat?
how do birds know where to fly in winter?
why are flamingos pink?
are spiders insects?
does sound travel faster in water than in air?
is Pluto a planet or not?
what's the opposite of nostalgia?
what does "bite the bullet" mean?
where does the word robot come from?
how do you spell rhythm?
what is a black hole?
what's the plural of octopus?
who discovered penicillin?
who was the first woman in space?
name a famous Dutch painter
give me a synonym for happy
tell me about the Roman empire
tell me why leaves turn yellow in autumn
explain photosynthesis to me
explain how a fridge keeps things cold
what happened in 1066?
what happens when you die?
what is it like to live in Norway?
how cold does it get in Siberia?
how old is the oldest tree?
which planet has the most moons?
what's heavier, a kilo of feathers or a kilo of iron?
if today is Tuesday, what day is it in ten days?
what is seven times eight?
can penguins fly?
can you name all continents?
do you know who sang that song about umbrellas?
did people really believe the earth was flat?
were the pyramids built by slaves?
has anyone ever been to the bottom of the ocean?
is there life on Mars?
will it ever be possible to travel to another star?
philosophy question: does a falling tree make a sound if nobody hears it?
quick question, what time is noon?
random thought: why is it called a building if it is already built?
fun fact of the day please
good evening
hey there, how's it going?
morning! did you sleep well?
nice to meet you
how was your weekend?
long time no see
see you tomorrow
have a good one
bye for now, talk later
thx
ty, that helped a lot
you rock
awesome, exactly what I was looking for
perfect, thank you
that's all for now
no worries
never mind, I found it
forget it
oh come on
you're wrong
that doesn't sound right to me
no that's not it, the second one
yes, do that
ok do it
why not?
really? I had no idea
what do you mean by that?
I didn't get that last part
can you elaborate?
say it again but slower
shorter please
more detail please
in plain words please
now in a friendlier tone
give me another one
what was the first thing I asked you?
and then?
so what should I do now?
which of the two would you choose?
I already told you that
you keep making the same mistake
please stop apologising
don't be so formal
are you human?
are you a person or a machine?
who made you?
who do you work for?
where do you live?
how old are you?
what's your name?
do you have feelings?
do you have a favourite book?
do you have any hobbies?
do you speak Portuguese?
can you feel pain?
can you think for yourself?
can you keep a secret?
could you ever lie to me?
will you replace programmers one day?
what language are you written in?
what makes you different from other assistants?
what else do you know?
tell me about yourself
tell me something I don't know
tell me another joke
make me laugh
cheer me up
surprise me
entertain me for a minute
let's talk about something else
let's chat
I just wanted to say hi
I'm back
I'm hungry
I'm so tired today
I'm fed up with everything
I am a bit sad
I feel like nobody understands me
I feel great this morning
I think I'm getting old
I think you are right about that
I don't know what to do with my life
I don't care
I don't like Mondays
I can't believe it's already November
I can't stand my new flatmate
I could eat a horse
I love rainy days
I hate waiting in line
I miss my hometown
I wish I could play the piano
I was late again this morning
I used to be good at chess
I lost my keys again
I forgot my umbrella on the bus
I got a puppy!
I passed my driving test
I've been learning to knit
I've never been to Africa
I have a headache
I had a weird dream about elevators
I'd rather stay at home tonight
I'll think about it
I'm getting married next month
I'm afraid of spiders
I'm thinking about moving to the countryside
I'm not a morning person
my mother in law is visiting all week
my best friend moved abroad
my dog ate my homework, literally
my boss is on holiday, finally some peace
my back is killing me
my phone fell into the toilet
my daughter started school today
my team lost the final
we had such a nice evening yesterday
we went hiking in the mountains
our neighbours are having a party again
our flight was delayed by five hours
he never calls back
she said yes!
they closed my favourite cafe
the traffic was horrible this morning
the soup was too salty
the kids are finally asleep
the new office smells of paint
the sunset is gorgeous tonight
this week just won't end
this song is stuck in my head
that movie made me cry
that was a waste of time
it's raining cats and dogs
it's my birthday today
it was nothing, really
there's nothing good on television
there are too many meetings in this company
everything is so expensive now
nobody reads the manual anyway
people are strange
life is short
winter is coming
football is boring
cats are better than dogs
money can't buy happiness
working from home has its downsides
coding at night is the best
writing tests is no fun
deadlines make me anxious
open offices were a mistake
meetings on Friday afternoon should be illegal
what a beautiful day
what a mess
how sweet of you
how boring
so tired
just kidding
guess who got promoted
long day, need a drink
finally weekend
another day another bug
what are you up to?
what's up?
what's new?
what's your opinion on remote work?
what's your take on tabs versus spaces?
what do you think about pineapple on pizza?
what do people see in golf?
what would you do in my place?
what should I cook for my in-laws?
what should I wear to a wedding in summer?
what's a good name for a goldfish?
what's the best way to fall asleep?
what is the nicest beach in Greece?
which language should I learn first, Spanish or Italian?
which is healthier, rice or potatoes?
which one do you prefer?
who would win, a shark or a bear?
who is your favourite superhero?
where should we go for our honeymoon?
where is the best pizza in the world?
when is the best time to plant tulips?
when will summer finally come?
why am I always tired?
why is my cat staring at the wall?
why do people like horror films?
why do programmers love dark mode?
why can't I tickle myself?
why does time fly when you're having fun?
why did you say that?
how do I get over a breakup?
how do I make new friends in a big city?
how do I stop procrastinating?
how do I know if she likes me?
how do airplanes stay up there?
how do vaccines work?
how does a compiler work?
how does wifi work?
how can anyone like olives?
how long does it take to learn Japanese?
how much sleep is too much?
how many people live in Canada?
how often should I water a cactus?
how big is a blue whale?
how come you know so much?
how would you describe yourself?
should I cut my hair short?
should I learn Python or C first?
should I text him back?
would you like to be human?
would it be weird to go to the cinema alone?
could dinosaurs swim?
is it going to be a cold winter?
is it normal to talk to plants?
is it too late to start a new career at forty?
is chess a sport?
is math invented or discovered?
is functional programming hard to learn?
is Linux better than Windows?
are avocados fruits?
are we alone in the universe?
am I overthinking this?
was it always this hard to find a flat?
did I tell you about my trip to Peru?
do you believe in ghosts?
do you like music?
do trees feel anything?
do I really have to go to this party?
does anyone still use fax machines?
does chocolate make you happy?
have you ever been in love?
have you seen the new season?
has the meeting been as dull as last time?
tea or coffee?
sweet or salty?
any plans for the weekend?
any idea why cats purr?
if you were an animal, which one would you be?
if I won the lottery I would buy a boat
imagine you could live anywhere
pretend to be a grumpy old man
play a word game with me
write me a poem about autumn
sing happy birthday
recommend me a good novel for the holidays
suggest a nickname for my brother
compliment me
wish me luck
remind me why I do this job
congratulate me, I did it
spring or autumn, what's nicer?
世界上最高的山是哪座?
长江有多长?
谁发明了指南针?
地球离月亮有多远?
企鹅吃什么?
候鸟怎么知道往哪里飞?
火烈鸟为什么是粉色的?
蜘蛛是昆虫吗?
冥王星算不算行星?
"醍醐灌顶"是什么意思?
机器人这个词是从哪里来的?
黑洞到底是什么东西?
青霉素是谁发现的?
第一位女宇航员是谁?
给我说个快乐的近义词
说说唐朝的故事
秋天树叶为什么会变黄?
解释一下什么是光合作用
冰箱是怎么制冷的?
西伯利亚冬天有多冷?
最老的树多少岁了?
一公斤棉花和一公斤铁哪个重?
七乘八等于多少?
企鹅会飞吗?
火星上有没有生命?
古人真的以为地是平的吗?
早啊
晚上好
嗨,在吗?
最近怎么样?
周末过得好吗?
好久不见
明天见
拜拜
谢啦
辛苦你了
太好了,正是我要的
没关系
不用了,我找到了
当我没说
你错了
感觉不太对劲
不是这个,是第二个
对,就这样
好,去做吧
为什么不行?
真的吗?我都不知道
你这话什么意思?
最后那段没听懂
能再详细点吗?
再说一遍,慢一点
短一点
换个轻松的语气
再来一个
我刚才第一个问题是什么?
然后呢?
那我现在该怎么办?
这两个你会选哪个?
我已经跟你说过了
你老犯同样的错误
别再道歉了
你是真人吗?
你是人还是机器?
你是谁开发的?
你住在哪里?
你几岁了?
你叫什么名字?
你有感情吗?
你最喜欢哪本书?
你有什么爱好?
你会说粤语吗?
你会疼吗?
你能保密吗?
你会骗我吗?
程序员以后会不会失业?
介绍一下你自己
再讲一个笑话
逗我开心
陪我聊聊天
换个话题吧
我就是来打个招呼
我回来了
我饿了
今天累死了
我有点难过
没人懂我
今天心情特别好
感觉自己老了
我觉得你说得对
不知道以后该干什么
无所谓
最讨厌星期一
没想到都十一月了
新室友真让人受不了
饿得能吃下一头牛
我喜欢下雨天
想家了
要是会弹钢琴就好了
早上又迟到了
钥匙又丢了
伞落在公交车上了
我养了一只小狗!
驾照考过了
最近在学织毛衣
我从来没去过非洲
头疼
昨晚做了个奇怪的梦
今晚还是待在家里吧
让我想想
下个月结婚
我怕蜘蛛
想搬到乡下去住
婆婆要来住一个星期
最好的朋友出国了
老板休假了,终于清静几天
腰疼得厉害
手机掉马桶里了
女儿今天第一天上学
我们队决赛输了
昨天晚上玩得很开心
隔壁又在开派对
飞机晚点五个小时
他从来不回电话
她答应了!
我常去的那家咖啡馆关门了
早高峰堵得要命
汤太咸了
孩子们终于睡了
今晚的夕阳真美
这首歌一直在脑子里转
那部电影把我看哭了
浪费时间
外面下着大雨
今天我生日
电视上没什么好看的
公司的会太多了
什么都涨价
人生苦短
足球真无聊
猫比狗好
钱买不来幸福
半夜写代码最有感觉
写测试真没意思
一到截止日期就焦虑
真是美好的一天
乱七八糟
开个玩笑而已
猜猜谁升职了
终于到周末了
又是改 bug 的一天
在干嘛呢?
你对远程办公有什么看法?
你觉得披萨上放菠萝怎么样?
换作是你会怎么做?
夏天参加婚礼穿什么好?
金鱼起什么名字好?
怎样才能快点睡着?
先学西班牙语还是意大利语?
米饭和土豆哪个更健康?
鲨鱼和熊谁会赢?
蜜月去哪里好?
什么时候种郁金香最好?
我为什么总是犯困?
猫为什么老盯着墙看?
大家为什么爱看恐怖片?
怎么走出失恋?
在大城市怎么交朋友?
怎么才能不拖延?
怎么知道她喜不喜欢我?
疫苗是什么原理?
编译器是怎么工作的?
学日语要多久?
加拿大有多少人口?
仙人掌多久浇一次水?
蓝鲸有多大?
要不要剪短发?
先学 Python 还是先学 C?
我该回他消息吗?
一个人去看电影会不会很奇怪?
跟植物说话正常吗?
四十岁转行晚不晚?
国际象棋算运动吗?
Linux 比 Windows 好吗?
是我想多了吗?
你相信有鬼吗?
树有感觉吗?
这个聚会非去不可吗?
你谈过恋爱吗?
新一季你看了没?
喝茶还是喝咖啡?
周末有什么安排?
如果你是动物,你想当什么?
中了彩票我就买条船
假装你是个暴躁的老头
写一首秋天的诗
唱首生日歌
夸夸我
祝我好运
`
  .trim()
  .split('\n')

/** Tasks in whole sentences and in a few words, likewise. */
export const TASKS_TO_LEARN: readonly string[] = `
convert all heic photos in this folder to jpg
shrink this pdf below 2 MB
merge the three contracts into one file
rename the downloads by their date
can you pull the tables out of this report?
turn my notes into flashcards
what's on my calendar tomorrow?
what meetings do I have on Thursday?
which of my pull requests are still waiting for review?
who changed this function last?
when does my certificate for the staging domain expire?
how many rows in orders.csv have no email?
how much did we spend on AWS last month?
how many stars does our repo have?
is the production server up?
is there a newer version of this package?
are there any failing tests on main?
are my backups running?
do we have unused dependencies?
does this page work on a phone?
did the nightly build pass?
has anybody replied to my issue?
why is my docker container restarting all the time?
why does this query take twelve seconds?
why is the login page broken in Safari?
why do I get a 502 from nginx?
how do I deploy this to Kubernetes?
how do I set up SSO with Okta?
how do I transcribe an interview recording?
how can I export my Notion pages?
how can we make our landing page load faster?
how should we structure our Terraform modules?
where are the API keys used in this repository?
where can I see the logs of the payment service?
what changed between these two versions?
what does this regex match?
what's wrong with this stack trace?
what's the weather in Oslo tomorrow?
what is the exchange rate of euro to yen?
what are people saying about our product on Twitter?
which stocks in my portfolio pay dividends?
I need a logo for my bakery
I need to send an invoice to a client in Spain
I want to book a table for four on Saturday
I want a weekly report of our sales by email
I have a recording of a meeting and need minutes
I have two spreadsheets with different columns, join them
I'm looking for a flat in Berlin below 1200 euros
I'm getting a type error in utils.py, line 40
I'm migrating from MySQL to Postgres, write the scripts
I'd like to track my running with Strava
I would like a summary of this video
my build fails with an out of memory error
my website is not indexed by Google
my tests are flaky, find out which ones
we need an onboarding plan for a new developer
we want to add dark mode to our app
we have to answer a security questionnaire
our checkout conversion dropped, analyse the funnel
our changelog is out of date, update it
the CI pipeline fails on Windows only
the invoices in this mailbox should go into a table
the images on the home page are too large
this component renders too often, fix it
this paragraph sounds clumsy, rewrite it
it crashes when I upload a large file, debug it
there is a memory leak in the worker, find it
can you check my essay for grammar mistakes?
can you draft a reply to this email?
can you make a diagram of our architecture?
can you remind me to call the bank at five?
could you review this pull request for security problems?
could you find cheap flights from Vienna to Tokyo in May?
could you plot the temperature data as a line chart?
would you write release notes from the last twenty commits?
will you translate this manual into Polish?
please clean up my inbox
please post this announcement to Slack
please add type hints to this module
help me write a cover letter
help me plan a product launch
let's refactor the auth service
let's write unit tests for the parser
show me all open invoices
show the disk usage of the server
list every endpoint without authentication
find papers about protein folding from this year
find a hotel near the conference centre
search the web for reviews of this laptop
look up the company behind this domain
check whether these links are dead
test the signup form in a browser
scan this repository for secrets
generate an image of a fox in watercolour
generate test data for the customers table
create a Jira ticket for this bug
create a podcast episode from this article
make a slide deck about our quarterly results
make this function faster
build a chrome extension that counts tabs
set up a cron job that pings the API every hour
set an alarm for six
schedule a tweet for tomorrow morning
send a message to the design channel
download the audio of this youtube video
extract the phone numbers from this page
summarize this thread
compare the two insurance offers
calculate the monthly payment for a loan of 200k
split the bill between five people
design an onboarding email sequence
write a press release about our new office
write SQL that finds duplicate customers
fix the eslint errors
optimize the hero image
upgrade React to the newest version
review my contract for unfair clauses
run the migration on staging
monitor this page and tell me when the price drops
play some jazz
turn off the lights in the kitchen
order more coffee beans
log today's workout: 5 km in 28 minutes
track package 1Z999
explain this function
explain the error in build.log
tell me the price of bitcoin
tell me which files changed since yesterday
give me a summary of the news
give me the transcript of this podcast
remember that my sister's birthday is on May 3
name this variable better
pdf to word
image background removal
seo audit
docker compose for postgres and redis
meeting notes to action items
dependency upgrade
unit tests for api routes
把这个文件夹里的照片都转成 jpg
把三份合同合并成一个 PDF
把下载的文件按日期重命名
能把报告里的表格提取出来吗?
把笔记做成抽认卡
我明天有什么会议?
我还有哪些 PR 没人审?
这个函数最后是谁改的?
订单表里有多少行没有邮箱?
上个月云服务器花了多少钱?
生产环境现在正常吗?
这个包有没有新版本?
主分支上有没有失败的测试?
容器为什么一直重启?
这条 SQL 为什么这么慢?
登录页在 Safari 里为什么打不开?
怎么部署到 Kubernetes?
怎么配置单点登录?
怎么把采访录音转成文字?
怎么导出 Notion 的页面?
首页怎么才能加载得更快?
密钥在代码里哪些地方用到了?
这两个版本有什么变化?
这个正则匹配什么?
这段报错是什么问题?
明天北京天气怎么样?
今天欧元兑人民币汇率是多少?
推特上大家怎么评价我们的产品?
我需要一个面包店的 logo
我要给西班牙客户开一张发票
我想订周六晚上四个人的位子
我想每周收到一份销售报表
我有一段会议录音,帮我整理纪要
我在找北京三环附近的房子
我的网站没有被百度收录
我的构建报内存不足
我们要给应用加深色模式
我们的更新日志过期了,更新一下
你帮我查一下这个域名是谁的
这个组件渲染太频繁,修一下
这段话读起来别扭,改写一下
上传大文件就崩溃,帮我调试
帮我检查作文的语法错误
帮我回复这封邮件
帮我画一张架构图
帮我写一封求职信
帮我做一份产品发布计划
请审查这个 PR 的安全问题
请把手册翻译成波兰语
请清理我的收件箱
查一下五月去东京的便宜机票
把温度数据画成折线图
根据最近的提交写发布说明
发一条消息到设计群
给这个模块加类型注解
给解析器写单元测试
列出所有没有鉴权的接口
找今年关于蛋白质折叠的论文
搜一下这款笔记本的评测
检查这些链接有没有失效
扫描仓库里的密钥泄露
生成一张水彩风格的狐狸图片
生成客户表的测试数据
为这个 bug 建一个工单
用这篇文章做一期播客
做一个季度业绩的幻灯片
写一个每小时检查接口的定时任务
五点提醒我给银行打电话
下载这个视频的音频
从网页里提取电话号码
总结这个帖子
比较这两份保险方案
计算二十万贷款的月供
设计一套新用户引导邮件
写一篇新办公室的新闻稿
修复 eslint 报错
把 React 升级到最新版
审一下合同里的不公平条款
监控这个页面,降价了告诉我
放点爵士乐
关掉厨房的灯
记录今天的运动:5 公里 28 分钟
查快递单号
解释一下这个函数
看看最近的新闻
小红书文案生成
股票分析
视频字幕翻译
数据库备份
简历优化
公众号文章排版
竞品分析报告
the news
my notes
my calendar
the weather forecast
our sprint board
the exchange rate
my unread mail
these two spreadsheets
this stack trace
the server logs
my tax return
the meeting minutes
our release notes
that pull request
the latest headlines
my to-do list
the train timetable
our onboarding checklist
my travel expenses
the nginx config
this invoice
my reading list
the test coverage
our api docs
my bank statements
the failing build
`
  .trim()
  .split('\n')
