/** Messages of everyday conversation that need no skill: to measure how often one is offered all the same. Written for this purpose. */
export const CHAT_MESSAGES: readonly string[] = `
hello there
hi, how are you doing today?
good morning!
thanks, that was great
thank you so much for your help
ok
yes please
no, the other one
can you say that again?
try again please
make it shorter
could you explain that in simpler words?
what do you think about it?
I am not sure I understand
that is wrong, look at it again
never mind
go on
what did I just say?
you are funny
tell me a joke
make me a sandwich
I am bored
I had a long day and feel tired
my cat is sleeping on the keyboard again
what is your favourite colour?
who are you?
are you a robot?
do you remember me?
what is the meaning of life?
what is the capital of France?
how old is the universe?
why is the sky blue?
how many legs does a spider have?
who wrote Hamlet?
what is two plus two?
is a tomato a fruit?
which one is bigger, an elephant or a whale?
when did the second world war end?
how do birds know where to fly in winter?
what is the difference between a crocodile and an alligator?
give me three names for a goldfish
what rhymes with orange?
write a short poem about rain
tell me a bedtime story about a dragon
I need to buy milk later
should I wear a coat tomorrow?
my neighbour plays the drums at night, what can I do?
how do I tie a tie?
what should I cook tonight with two eggs and some rice?
how long do I boil an egg?
I can't sleep
my back hurts from sitting too long
my brother and I had an argument
congratulate my sister on her new baby
what is a good present for a ten year old?
which film should we watch on Friday?
recommend a novel for a long train ride
how do you pronounce Worcestershire?
what does the word serendipity mean?
is it rude to arrive early at a dinner party?
how do I get red wine out of a white shirt?
can dogs eat grapes?
why do cats purr?
how far away is the moon?
what happens if I mix blue and yellow?
is it safe to swim after eating?
I think I lost my keys somewhere in the park
we are moving to a bigger flat next month
the train was late again this morning
my grandmother turns ninety next week
do you like music?
sing me a song
let us play a game
I spy with my little eye
flip a coin
pick a number between one and ten
what would you do with a million dollars?
is there life on Mars?
are ghosts real?
who would win, a bear or a shark?
just kidding
that makes sense
interesting, tell me more
wait, why?
hmm, let me think about it
see you tomorrow
good night
你好
早上好
你好,今天过得怎么样?
谢谢
非常感谢你的帮助
好的
不对,再看一遍
再说一次
短一点
用简单的话解释一下
我不太明白
你觉得呢?
算了
继续
你是谁?
你是机器人吗?
讲个笑话
我好无聊
今天好累啊
我睡不着
我的猫又睡在键盘上了
法国的首都是哪里?
天空为什么是蓝色的?
一加一等于几?
蜘蛛有几条腿?
谁写了红楼梦?
鲸鱼和大象哪个大?
月亮离地球有多远?
生命的意义是什么?
晚上吃什么好?
鸡蛋要煮多久?
给我的金鱼起三个名字
写一首关于雨的短诗
给孩子讲一个龙的睡前故事
我等会儿要去买牛奶
明天要穿外套吗?
邻居半夜打鼓怎么办?
怎么打领带?
我的背坐久了很疼
我和弟弟吵架了
十岁孩子送什么礼物好?
周五看什么电影?
坐火车的时候看什么小说?
红酒洒在白衬衫上怎么洗?
狗能吃葡萄吗?
猫为什么会打呼噜?
蓝色和黄色混在一起是什么颜色?
吃完饭能游泳吗?
我的钥匙丢在公园里了
下个月我们要搬家
今天早上地铁又晚点了
奶奶下周九十岁生日
你喜欢音乐吗?
唱首歌吧
我们玩个游戏吧
抛个硬币
从一到十选一个数字
有一百万你会做什么?
火星上有生命吗?
世界上有鬼吗?
开玩笑的
原来如此
有意思,再多说一点
等一下,为什么?
明天见
晚安
`
  .trim()
  .split('\n')

/**
 * More of them, of other kinds, only to judge by: questions about facts, thanks, opinions, talk among programmers. Written after the
 * words of everyday life and the forms of talk were fixed.
 */
export const OTHER_MESSAGES: readonly string[] = `
who painted the Mona Lisa?
which river is the longest in Africa?
how many strings does a violin have?
what year did the Titanic sink?
who was the first person on the moon?
is Pluto still a planet?
what is the boiling point of water at sea level?
why do leaves turn red in October?
how tall is Mount Everest?
which language do they speak in Brazil?
what is the plural of octopus?
how did the pyramids get built?
what currency did Italy have before the euro?
perfect, exactly what I was after
you saved me hours, cheers
brilliant, thank you very much indeed
that worked like a charm
much appreciated, have a nice weekend
sorry, I misread your last answer
no worries, take your time
I prefer the second version you gave me
I think pineapple on pizza is a crime
in my opinion winter is the best season
do you agree that mornings are overrated?
honestly, I liked the book more than the film
tabs or spaces?
vim or emacs?
I hate Mondays and merge conflicts
it works on my machine, as always
why do programmers prefer dark mode?
is PHP really dead?
my code compiled on the first try and now I am scared
I have been staring at this screen since lunch
naming things is the hardest part of this job
our standup took an hour today
my boss wants everything by yesterday
the coffee machine in the office is broken again
I am learning to code at forty, is that too late?
did you understand what I meant?
can we talk about something else?
you already told me that
what did you mean by the last sentence?
say it in one sentence
let us start over
I will come back to this tomorrow
my flight was cancelled and I am stuck here
we adopted a puppy on Sunday
my daughter starts school in September
I burned the rice, any tips for next time?
how do I cheer up a friend who failed an exam?
what should I name my sailing boat?
is it normal to talk to plants?
蒙娜丽莎是谁画的?
非洲最长的河是哪条?
小提琴有几根弦?
珠穆朗玛峰有多高?
水在多少度沸腾?
巴西人说什么语言?
秋天树叶为什么会变红?
太好了,正是我要的
辛苦了,周末愉快
不好意思,我看错了
我更喜欢你给的第二个版本
我觉得冬天是最好的季节
你同意早起很痛苦吗?
书比电影好看多了
程序员为什么都喜欢深色模式?
代码一次就跑通了,我有点害怕
今天开会开了一个小时
老板什么都要昨天就做完
办公室的咖啡机又坏了
四十岁学编程晚不晚?
你明白我的意思吗?
我们聊点别的吧
你刚才那句话是什么意思?
用一句话说
我们重新来过
我明天再回来看
航班取消了,我被困在机场
周日我们领养了一只小狗
女儿九月份上小学
米饭烧糊了怎么办?
朋友考试没过,怎么安慰他?
跟植物说话正常吗?
`
  .trim()
  .split('\n')
