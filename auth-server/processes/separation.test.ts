import { expect, test } from 'vitest'
import { type Machine, planSeparation } from './separation.ts'

const ALL = 'CapEff:\t000001ffffffffff\n'
const machine = (changes: Partial<Machine> = {}): Machine => ({
  uid: 0,
  status: ALL,
  idMaps: ['         0          0 4294967295\n', '         0          0 4294967295\n'],
  accounts: [
    'root:x:0:0:root:/root:/bin/sh\nanna:x:1000:1000::/home/anna:/bin/sh\n',
    'root:x:0:\nstaff:x:50:\n',
  ],
  ...changes,
})

test('started by root, each process has a user and a group of its own', () => {
  const { users, note } = planSeparation(61_000, undefined, machine())
  expect(note).toBeNull()
  expect(users).toEqual({
    signer: { uid: 61_000, gid: 61_000 },
    mailer: { uid: 61_001, gid: 61_001 },
    api: { uid: 61_002, gid: 61_002 },
    frame: { uid: 61_003, gid: 61_003 },
  })
})

test.each([
  ['an ordinary user', { uid: 1000 }, 'all run as user 1000'],
  ['root without the right to change users', { status: 'CapEff:\t00000000a804257b\n' }, 'without CAP_SETUID'],
  [
    'root without any right',
    { status: 'CapEff:\t0000000000000000\n' },
    'without CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FOWNER, CAP_KILL, CAP_SETGID, CAP_SETUID',
  ],
  [
    'a container with few user ids',
    { idMaps: ['0 100000 61003\n', '0 100000 65536\n'] },
    'no user ids from 61000 to 61003',
  ],
])('started by %s, it says what is not separated', (_name, changes, why) => {
  const { users, note } = planSeparation(61_000, undefined, machine(changes))
  expect(users).toBeNull()
  expect(note).toMatch(/^The server's processes are not separated: /)
  expect(note).toContain(why)
  expect(note).not.toContain('\n')
})

test.each([
  [['signer', 'mailer'], 'signer and mailer both run as user 1000,', 'Start them as root, and each'],
  [['api', 'frame'], 'API process and frame server both run as user 1000,', 'Start them as root, and each'],
  [
    ['signer', 'mailer', 'api', 'frame'],
    'signer, mailer, API process and frame server all run as user 1000,',
    'Start them as root, or the signer apart, and each',
  ],
] as const)('of %j alone, it names what runs here and no other', (started, what, advice) => {
  const { note } = planSeparation(61_000, started, machine({ uid: 1000 }))
  expect(note).toMatch(new RegExp(`not separated: ${what}.*${advice}`))
})

test('Docker’s own choice of rights is enough', () => {
  expect(
    planSeparation(61_000, undefined, machine({ status: 'CapEff:\t00000000a80425fb\n' })).note,
  ).toBeNull()
})

test('a container whose ids suffice is as good as a machine', () => {
  const idMaps = ['0 1000 1\n1 100000 65536\n', '0 1000 1\n1 100000 65536\n']
  expect(planSeparation(61_000, undefined, machine({ idMaps })).note).toBeNull()
})

test.each([
  [998, 'anna'],
  [50, 'staff'],
])('takes nobody’s id: from %i on', (base, name) => {
  expect(() => planSeparation(base, undefined, machine())).toThrow(`"${name}": set VITRINE_UID_BASE`)
})

test('this machine is read', () => {
  const { users, note } = planSeparation(61_000)
  expect(users === null).toBe(process.getuid?.() !== 0)
  expect(note === null).toBe(process.getuid?.() === 0)
})
