/**
 * Messages that need no skill, of many kinds: facts, words, history, sport, feelings, plans, food, travel, work, programming in general,
 * the conversation itself. Written before anything was measured with them; split in halves like all messages.
 */
export const TALK_MESSAGES: readonly string[] = `
what's the capital of Mongolia?
how many bones are in the human body?
who wrote Don Quixote?
when did the Berlin Wall come down?
why is the ocean salty?
is a tomato a fruit or a vegetable?
how long do elephants live?
what does the word serendipity mean?
what's the difference between affect and effect?
how do you pronounce Worcestershire?
explain to me why planes stay in the air
tell me something interesting about octopuses
name three countries that start with Z
which came first, the telephone or the light bulb?
who won the world cup in 1998?
how deep is the Mariana Trench?
do fish sleep?
can dogs see colours?
what would happen if the moon disappeared?
was Napoleon really that short?
give me an example of irony
what is the square root of 144?
is zero an even number?
what's 15 percent of 80?
how many seconds are in a day?
explain gravity like I'm five
what's the point of daylight saving time?
who invented the zipper?
what language has the most native speakers?
how do magnets work?
thanks a million, you're a lifesaver
cool, got it
great answer, that makes sense now
hmm, I don't think that's right
wait, what?
that's not what I asked for
sorry for the confusion, let me think about it
ok let's leave it at that for today
sure, go ahead
nope, still the same as before
both options sound fine to me
I'd go with the first one
please continue where you left off
repeat the last paragraph please
could you be a bit more polite?
stop using so many bullet points
you didn't answer my second question
are you sure about that?
where did you get that information from?
what can you do?
what are your limitations?
do you learn from our conversations?
are you conscious?
do you ever get tired of questions?
how were you trained?
what is your knowledge cutoff?
I feel lonely since I moved to a new city
my girlfriend broke up with me last night
I'm so proud, my son just graduated
I can't sleep because of the noise upstairs
my grandmother passed away this morning
I got the job!!!
I'm nervous about my presentation tomorrow
my manager never listens to anybody in the team
my colleague keeps taking credit for my work
I quit smoking three weeks ago
we are expecting our second child in spring
had a fight with my best friend over nothing
today is my last day at the company
the meeting could have been an email
I have no motivation to work on a Friday afternoon
our project was cancelled after two years of work
remote work is lonely but I love not commuting
should I ask for a raise this year?
is it rude to leave a party early?
how do I tell my parents I changed my major?
how can I be less shy with strangers?
what do you say to someone who lost their dog?
should I get a cat or a dog?
what would you bring to a desert island?
if you could travel back in time, where would you go?
what's the meaning of life?
is free will an illusion?
do aliens exist?
would you rather fly or be invisible?
tell me a scary story about a lighthouse
sing me a lullaby
write me a haiku about rain
let's play twenty questions
say something nice
knock knock
roses are red, violets are blue
pretend you are a pirate
guess what I had for lunch
pizza or pasta tonight?
how long should I boil an egg?
why does my bread never rise?
what goes well with salmon?
is coffee bad for you?
my sourdough starter smells funny
which wine goes with cheese fondue?
how spicy is a habanero?
Lisbon was lovely, we ate pastries every day
I've always wanted to see the northern lights
is Iceland expensive?
what is the best month to visit Japan?
our train was two hours late again
jet lag is killing me
the hotel forgot our reservation, can you believe it?
do I need to tip in Korea?
did you watch the game last night?
that referee was blind
I ran my first half marathon today
who is the greatest basketball player of all time?
my knee hurts when I climb stairs
why do we get hiccups?
how many hours of sleep do adults need?
I caught a cold again
is it better to exercise in the morning or in the evening?
Rust or Go, which one do you like more?
why does everyone hate JavaScript?
what is a monad, really?
is object oriented programming overrated?
I broke production on my first day
who still uses Perl in this day and age?
what's the difference between a process and a thread?
the intern deleted the wrong table, what a day
I miss the old days of the web
is it worth learning assembly?
my rubber duck is my best debugger
recursion still blows my mind
AI is going to take all our jobs, isn't it?
what do you think of electric cars?
social media makes people unhappy
the new Dune movie was stunning
I'm reading War and Peace and I'm stuck on page 200
which Beatles album is the best?
is jazz dying?
the weather has been awful all week
it snowed here for the first time in ten years
my tomatoes are finally ripe
the neighbours are renovating again
our washing machine broke down on Christmas eve
prices have gone crazy lately
politics at the dinner table is never a good idea
who was the president of France in 1970?
how does inflation affect ordinary people?
what caused the first world war?
蒙古的首都是哪里?
人体有多少块骨头?
《红楼梦》的作者是谁?
柏林墙是什么时候倒的?
海水为什么是咸的?
番茄是水果还是蔬菜?
大象能活多少年?
"缘分"这个词怎么解释?
给我讲讲章鱼的冷知识
鱼会睡觉吗?
如果月亮消失了会怎样?
拿破仑真的很矮吗?
一天有多少秒?
零是偶数吗?
像给小朋友讲一样解释一下引力
拉链是谁发明的?
太感谢了,帮了大忙
好的,知道了
嗯,我觉得不太对
这不是我问的
先这样吧,今天到此为止
两个都行
就选第一个吧
接着刚才的往下说
能不能说得客气一点?
你没有回答我的第二个问题
你确定吗?
你能做些什么?
你有意识吗?
你是怎么训练出来的?
搬到新城市以后总觉得孤单
昨晚和女朋友分手了
儿子今天毕业,我太骄傲了
楼上太吵,睡不着
拿到录取通知书了!!!
明天要上台演讲,好紧张
领导从来不听大家的意见
同事老是抢我的功劳
戒烟三个星期了
今天是我在公司的最后一天
周五下午完全没有动力
该不该跟老板提加薪?
提前离开聚会会不会没礼貌?
怎么跟父母说我换专业了?
养猫好还是养狗好?
人生的意义是什么?
外星人存在吗?
给我讲个鬼故事
写一首关于雨的俳句
我们来玩成语接龙吧
晚上吃火锅还是烧烤?
鸡蛋要煮几分钟?
喝咖啡对身体好不好?
三文鱼配什么好吃?
里斯本真漂亮,天天吃蛋挞
一直想去看极光
去日本玩几月份最合适?
火车又晚点两个小时
时差还没倒过来
昨晚的比赛你看了吗?
裁判太黑了
今天跑完了人生第一个半马
爬楼梯膝盖疼
为什么会打嗝?
又感冒了,难受
Rust 和 Go 你更喜欢哪个?
为什么大家都讨厌 JavaScript?
进程和线程有什么区别?
第一天上班就把线上搞挂了
实习生删错了表,真是热闹
现在还有人用 Perl 吗?
人工智能会不会抢走我们的饭碗?
你怎么看电动车?
新上映的那部科幻片太震撼了
《战争与和平》看到两百页就看不下去了
这个星期天气糟透了
邻居又在装修
物价涨得离谱
第一次世界大战是怎么爆发的?
`
  .trim()
  .split('\n')
