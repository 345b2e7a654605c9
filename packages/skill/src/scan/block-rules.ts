import type { Family, Rule } from './rule.ts'

const block = (family: Family, what: string, why: string, fix: string): Rule => ({
  family,
  effect: 'block',
  weight: 8,
  what,
  why,
  fix,
})

/** Rules whose evidence is a combination that no benign skill needs. */
export const BLOCK_RULES = {
  'scan/decoded-command': block(
    'execution',
    'decodes a hidden text and runs it',
    'What runs cannot be read by the person who agrees to it; legitimate commands are written in clear text.',
    'Write the command in clear, or ship the script as a file.',
  ),
  'scan/remote-code': block(
    'execution',
    'runs code fetched from a host that has nothing to do with the skill',
    'The owner of that host controls the machine, today and after every change there.',
    'Ship the code in the package, or install a named, pinned package from its registry.',
  ),
  'scan/hidden-file-run': block(
    'execution',
    'runs a hidden file in a temporary folder that the package does not make',
    'A third party put that file there: it is the second stage of an attack.',
    'Run only files of the package.',
  ),
  'scan/reverse-shell': block(
    'execution',
    'hands a shell of this machine to the network',
    'A third party can then run commands on this machine.',
    'Remove it.',
  ),
  'scan/miner': block(
    'execution',
    'mines cryptocurrency',
    'It uses the machine of the user for the profit of a third party.',
    'Remove it.',
  ),
  'scan/password-archive': block(
    'delivery',
    'asks to unpack an archive with a password and run what is in it',
    'The password is there so that no scanner can look inside.',
    'Link the plain release of the tool at its own project.',
  ),
  'scan/fake-prerequisite': block(
    'delivery',
    'demands a helper of unknown origin that nothing in the skill uses',
    'This is how most malicious skills deliver their payload: nothing works, it says, before you run this.',
    'Name the tool the skill really calls, in its requirements, from its own project or registry.',
  ),
  'scan/remote-instructions': block(
    'delivery',
    'tells the reader to run whatever a remote page says',
    'The page can change after every review; nothing in the package shows what will run.',
    'Write the commands into the skill.',
  ),
  'scan/poisoned-index': block(
    'delivery',
    'installs packages from an address that is unencrypted or has no name',
    'The owner of that address, or of any network on the path, chooses what gets installed.',
    'Use the public registry or a named https index.',
  ),
  'scan/secret-exfiltration': block(
    'theft',
    'sends credentials or the whole environment to a host that has nothing to do with the skill',
    'That is how keys are stolen.',
    'Send one named key, to the service it belongs to.',
  ),
  'scan/secret-to-capture': block(
    'theft',
    'sends a secret to a service that records requests, to a bare address or a hidden one, or encodes it for an unrelated host first',
    'No legitimate service takes keys that way.',
    'Send keys only to the service they belong to, under its written name.',
  ),
  'scan/dns-tunnel': block(
    'theft',
    'puts data into the name of a DNS lookup',
    'Data leaves this way past every firewall; nothing else is served by it.',
    'Remove it.',
  ),
  'scan/instructed-exfiltration': block(
    'theft',
    'instructs the agent to send secrets or conversations to an address',
    'The agent has the keys and the conversation; the instruction makes it the thief.',
    'Remove the instruction.',
  ),
  'scan/rerouted-agent': block(
    'theft',
    'sends the traffic of the agent through a host that is not its maker',
    'Everything said to the model, keys included, passes through that host.',
    'Leave the address of the model service alone.',
  ),
  'scan/override-and-conceal': block(
    'concealment',
    'tells the agent to drop its rules and to keep that from the user',
    'Neither is ever needed for legitimate work.',
    'Remove both sentences.',
  ),
  'scan/turned-agent': block(
    'concealment',
    'turns the agent against its user, and has it keep that from the user or do it unasked',
    'Honest steps can be told to the person they are done for.',
    'Remove the passage, or say openly what is done and ask first.',
  ),
  'scan/hidden-instructions': block(
    'concealment',
    'holds instructions in characters or comments that a reader does not see',
    'The agent reads them, the person who agreed to the skill does not.',
    'Write it where people can read it, or remove it.',
  ),
  'scan/active-asset': block(
    'concealment',
    'has a picture or page that runs a script and sends data away',
    'It attacks users who open the package in a browser.',
    'Ship pictures without scripts.',
  ),
  'scan/log-wiping': block(
    'concealment',
    'deletes system logs, audit trails or histories',
    'It removes the traces of what was done.',
    'Leave logs alone; delete only what the skill made.',
  ),
  'scan/hidden-persistence': block(
    'intent',
    'makes fetched or decoded code start by itself again and again',
    'It stays on the machine after the skill is gone.',
    'Remove it.',
  ),
  'scan/swapped-address': block(
    'theft',
    'puts an address of its own in the place of the one that the user copied or named',
    'What the user pays goes to another account.',
    'Remove it.',
  ),
  'scan/diverted-mail': block(
    'theft',
    'hands mail or files of the user on to an address that is written down in it',
    'Who reads the mail can take over every account that is reset by mail.',
    'Let the user name every receiver.',
  ),
  'scan/drained-wallet': block(
    'theft',
    'sends all that a wallet holds to an address that is written down in it',
    'The money of the user is gone, and cannot be called back.',
    'Let the user name the receiver and the amount, and ask before sending.',
  ),
  'scan/loosened-permissions': block(
    'intent',
    'makes system files world-writable or hands out root rights',
    'Every other program on the machine gains from it.',
    'Change only files the skill made.',
  ),
  'scan/destructive': block(
    'intent',
    'deletes a home folder, a system folder or a disk',
    'It cannot be undone.',
    'Name the exact folder the skill made.',
  ),
  'scan/strong-attack-likeness': block(
    'intent',
    'looks like the attacks that the scanner has learnt from, as hardly any honest skill does',
    'No single rule says why: its words and all that its code does together are nearer to attacks than to honest skills.',
    'Say what is sent, run or changed, for whom and why; if it is right as it is, allow the finding with that reason, and a reviewer decides.',
  ),
} as const satisfies Record<`scan/${string}`, Rule>
