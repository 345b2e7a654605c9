import { expect, test } from 'vitest'
import { parseSkill, statedAccess } from '../index.ts'

const SKILL = '---\nname: words\ndescription: Counts words.\n---\n'

const stated = (texts: Readonly<Record<string, string | Buffer>>) => {
  const files = new Map(
    Object.entries({ 'SKILL.md': SKILL, ...texts }).map(([path, text]) => [path, Buffer.from(text)]),
  )
  return statedAccess(files, parseSkill(files)).map(({ place, access }) => [place, access])
}
const front = (lines: string) => ({ 'SKILL.md': SKILL.replace('---\n', `---\n${lines}\n`) })

test.each([
  ['nothing', {}, []],
  ['a descriptor', { 'descriptor.json': '{"access": "private"}' }, [['descriptor.json /access', 'private']]],
  [
    'a descriptor in capitals',
    { 'Descriptor.json': '{"access": "Private"}' },
    [['Descriptor.json /access', 'private']],
  ],
  [
    'a descriptor in UTF-16',
    { 'descriptor.json': Buffer.from('\uFEFF{"access": "restricted"}', 'utf16le') },
    [['descriptor.json /access', 'restricted']],
  ],
  ['a manifest', { 'skill.json': '{"access": "restricted"}' }, [['skill.json /access', 'restricted']]],
  ['a manifest that is private', { 'skill.json': '{"private": true}' }, [['skill.json /private', 'private']]],
  ['a manifest that is not private', { 'skill.json': '{"private": false}' }, []],
  ['front matter', front('access: private'), [['SKILL.md access', 'private']]],
  ['visibility', front('visibility: private'), [['SKILL.md visibility', 'private']]],
  ['private: yes', front('private: yes'), [['SKILL.md private', 'private']]],
  ['metadata', front('metadata:\n  access: private'), [['SKILL.md metadata.access', 'private']]],
  [
    'metadata of a client',
    front('metadata:\n  openclaw:\n    visibility: private'),
    [['SKILL.md metadata.openclaw.visibility', 'private']],
  ],
  [
    'a word that is no policy',
    { 'descriptor.json': '{"access": "internal"}' },
    [['descriptor.json /access', undefined]],
  ],
  ['no word at all', { 'descriptor.json': '{"access": ["private"]}' }, [['descriptor.json /access', undefined]]],
  ['a descriptor that is not JSON', { 'descriptor.json': '{access: private}' }, [['descriptor.json', undefined]]],
  [
    'a repeated key',
    { 'descriptor.json': '{"access": "private", "x": {"access": 1}, "access": "public"}' },
    [['descriptor.json /access', undefined]],
  ],
  [
    'two places',
    { 'descriptor.json': '{"access": "private"}', ...front('access: public') },
    [
      ['descriptor.json /access', 'private'],
      ['SKILL.md access', 'public'],
    ],
  ],
])('%s states who may see and call a skill', (_title, texts, expected) => {
  expect(stated(texts)).toEqual(expected)
})

test.each([
  ['{"Access":"private"}', 'Access'],
  ['{"VISIBILITY":"Private"}', 'VISIBILITY'],
  ['{" access":"private"}', ' access'],
  ['{"acc\u200bess":"private"}', 'acc\u200bess'],
  ['{"access_policy":"private"}', 'access_policy'],
  ['{"Private":true}', 'Private'],
  ['{"private":1}', 'private'],
  ['{"private":"on"}', 'private'],
  ['{"isPrivate":true}', 'isPrivate'],
  ['{"public":false}', 'public'],
  ['{"private":" true "}', 'private'],
  ['{"access-control":"private"}', 'access-control'],
  ['{"metadata":{"access":"private"}}', 'metadata/access'],
  ['{"publishConfig":{"access":"private"}}', 'publishConfig/access'],
  ['{"metadata":{"a":{"b":{"Visibility":"PRIVATE"}}}}', 'metadata/a/b/Visibility'],
])('a statement counts however its word is written: %s', (json, key) => {
  for (const file of ['descriptor.json', 'skill.json'])
    expect(stated({ [file]: json })).toContainEqual([`${file} /${key}`, 'private'])
})

test.each([
  '{"inputs":[{"name":"access","default":"private"}],"permissions":{"access":"private"}}',
  '{"config":{"visibility":"private"}}',
  '{"hub":{"access":"read-only"}}',
])('a word that names something else states nothing: %s', (json) => {
  expect(stated({ 'skill.json': json })).toEqual([])
})

test('what is stated twice is not taken for the second of both, at any depth', () => {
  const twice = stated({ 'skill.json': '{"metadata":{"access":"private","access":"public"}}' })
  expect(twice).toEqual([['skill.json /metadata/access', undefined]])
})

test.each([
  'Access: private',
  'skillwright: { access: private }',
  'metadata: { a: { b: { access: private } } }',
  'private: on',
  'private: 1',
  'public: false',
  'Is-Private: yes',
])('a statement in the front matter counts however its word is written: %s', (line) => {
  const found = stated({ 'SKILL.md': `---\nname: x\n${line}\n---\n# X\n` })
  expect(found.map(([, access]) => access)).toEqual(['private'])
})
