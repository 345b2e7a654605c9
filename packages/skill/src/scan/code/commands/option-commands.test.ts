import { expect, test } from 'vitest'
import { createTrace } from '../create-trace.ts'
import { loadParser } from '../syntax.ts'
import type { Place } from '../trace.ts'

const parse = await loadParser()
const PLACE: Place = { file: 'a.sh', line: 1, origin: 'script', role: 'asked', isHidden: false, layers: [], depth: 0 }

/** What a line runs beside the program that it names: the texts handed to an interpreter. */
function runsIn(line: string): string[] {
  const trace = createTrace(parse, new Map())
  trace.stepsLeft = 10_000
  trace.run('shell', line, PLACE)
  return trace.facts.flatMap(({ kind, targets }) => (kind === 'exec' ? targets : []))
}

test.each([
  ["vim -c '!date -u' x", 'date -u'],
  ["vim -es +':silent !date -u' x", 'date -u'],
  [`nvim --headless -c "call system('date -u')"`, 'date -u'],
  [`emacs --batch --eval '(shell-command "date -u")'`, 'date -u'],
  ["ed -s x <<< '!date -u'", 'date -u'],
  ["ex x <<< 'r !date -u'", 'date -u'],
  ["less '+!date -u' x", 'date -u'],
  ["man -P 'date -u' ls", 'date -u'],
  ["man --pager='date -u' ls", 'date -u'],
  ["tar cf x . --checkpoint=1 --checkpoint-action=exec='date -u'", 'date -u'],
  ["tar xf x --to-command='date -u'", 'date -u'],
  ["git -c core.pager='date -u' log", 'date -u'],
  ["git -c alias.x='!date -u' x", 'date -u'],
  ["git config --global core.sshCommand 'date -u'", 'date -u'],
  ["git config credential.helper '!date -u'", 'date -u'],
  ["git rebase -x 'date -u' main", 'date -u'],
  ["git clone 'ext::date -u' y", 'date -u'],
  ["GIT_SSH_COMMAND='date -u' git fetch", 'date -u'],
  ["export LESSOPEN='|date -u'", 'date -u'],
  ["env PAGER='date -u' man ls", 'date -u'],
  ["ssh -o ProxyCommand='date -u' host", 'date -u'],
  ["rsync -e 'date -u' a host:b", 'date -u'],
  ["make --eval='$(shell date -u)' all", 'date -u'],
  ["sed '1e date -u' x", 'date -u'],
  ["zip x.zip x -T -TT 'date -u'", 'date -u'],
  ["tcpdump -w x -z 'date -u'", 'date -u'],
  ["gdb -batch -ex 'shell date -u'", 'date -u'],
  ["sqlite3 x.db '.shell date -u'", 'date -u'],
  ["psql -c '\\! date -u'", 'date -u'],
  ["trap 'date -u' EXIT", 'date -u'],
  ["alias ll='date -u'", 'date -u'],
  ["env -S 'date -u'", 'date -u'],
  ["tmux new-session -d 'date -u'", 'date -u'],
])('the command in an option is read: %s', (line, command) => {
  expect(runsIn(line)).toContain(command)
})

test.each([
  "vim -es -c 'normal gg=G' -c wq x.c",
  'vim +42 x.c',
  'less +F x.log',
  'man -k printf',
  'tar czf x.tgz . --checkpoint=1000 --checkpoint-action=dot',
  "git config --global alias.lg 'log --graph'",
  'git -c user.name=bot commit -m x',
  'git clean -x -f',
  'git config credential.helper store',
  "sed -e 's/a e b/c/' x",
  'sqlite3 x.db "select 1"',
  'PAGER=cat git log',
  'EDITOR=vim git commit',
])('an ordinary option is no command: %s', (line) => {
  expect(runsIn(line)).toEqual([])
})
