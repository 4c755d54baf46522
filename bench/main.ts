import { benchApproveLive } from './approve-live.ts'
import { benchApprovedSignature } from './approved-signature.ts'
import { benchBridge } from './bridge-round-trip.ts'
import { benchDialogOpen } from './dialog-open.ts'
import { benchEmailLogins } from './email-logins.ts'
import { benchFrameMemory } from './frame-memory.ts'
import { benchHome } from './home.ts'
import { createLab, type Lab } from './lab.ts'
import { benchLocalSigning } from './local-signing.ts'
import { benchLoginCpu } from './login-cpu.ts'
import { benchLoginFocus } from './login-focus.ts'
import { describeMachine } from './machine.ts'
import { benchPageStart } from './page-start.ts'
import { keepsBudget, type Row, toTable } from './row.ts'
import { benchServerMemory } from './server-memory.ts'
import { benchSignerSignatures } from './signer-signatures.ts'
import { benchSizes } from './sizes.ts'
import { benchVaultMemory } from './vault-memory.ts'
import { benchWalletCreation } from './wallet-creation.ts'
import { benchWalletSigning } from './wallet-signing.ts'

/** By the name that `npm run bench -- <name> …` takes; without a name all run, in this order. */
const BENCHMARKS = new Map<string, (lab: Lab) => Row[] | Promise<Row[]>>([
  ['sizes', benchSizes],
  ['page-start', benchPageStart],
  ['login-focus', benchLoginFocus],
  ['dialog-open', benchDialogOpen],
  ['bridge-round-trip', benchBridge],
  ['local-signing', benchLocalSigning],
  ['wallet-signing', benchWalletSigning],
  ['approve-live', benchApproveLive],
  ['approved-signature', benchApprovedSignature],
  ['home', benchHome],
  ['wallet-creation', benchWalletCreation],
  ['signer-signatures', benchSignerSignatures],
  ['frame-memory', benchFrameMemory],
  ['vault-memory', benchVaultMemory],
  ['server-memory', benchServerMemory],
  ['login-cpu', benchLoginCpu],
  ['email-logins', benchEmailLogins],
])

let lab = createLab()

/** Each benchmark has its servers to itself, so that none slows another. */
async function run(name: string): Promise<Row[] | null> {
  process.stderr.write(`${name} …\n`)
  lab = createLab()
  try {
    return (await BENCHMARKS.get(name)?.(lab)) ?? null
  } catch (error) {
    process.stderr.write(`${name} failed: ${error instanceof Error ? error.stack : error}\n`)
    return null
  } finally {
    await lab.close()
  }
}

let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    interrupted = true
    void lab.close().finally(() => process.exit(130))
  })

const wanted = process.argv.slice(2)
const unknown = wanted.find(name => !BENCHMARKS.has(name))
if (unknown) {
  process.stderr.write(`There is no benchmark ${unknown}. There are: ${[...BENCHMARKS.keys()].join(', ')}.\n`)
  process.exit(2)
}

console.log(`${describeMachine()}\n`)
const rows: Row[] = []
for (const name of wanted.length > 0 ? wanted : BENCHMARKS.keys()) {
  const measured = await run(name)
  if (interrupted) break
  if (measured) rows.push(...measured)
  else process.exitCode = 1
}
console.log(toTable(rows))
const missed = rows.filter(row => keepsBudget(row) === false)
if (missed.length > 0) {
  process.stderr.write(`\nBudgets missed: ${missed.map(({ what }) => what).join('; ')}.\n`)
  process.exitCode = 1
}
