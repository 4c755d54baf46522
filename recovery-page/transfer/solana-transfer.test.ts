import { address, getTransactionDecoder, lamports } from '@solana/kit'
import {
  Keypair,
  NonceAccount,
  PublicKey,
  SystemInstruction,
  SystemProgram,
  Transaction,
} from '@solana/web3.js'
import { base58Bytes, base64Bytes } from '@vitrine/shared/encoding.ts'
import { FailedTransactionMetadata, LiteSVM, TransactionMetadata } from 'litesvm'
import { expect, test } from 'vitest'
import { FieldProblems } from './field.ts'
import { isOnCurve, readSolanaTransfer, signSolanaTransfer } from './solana-transfer.ts'

const SEED = new Uint8Array(32).fill(7)
const PAYER = Keypair.fromSeed(SEED)
const FROM = PAYER.publicKey.toBase58()
const TO = Keypair.fromSeed(new Uint8Array(32).fill(8)).publicKey
const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N'

const FORM = { to: TO.toBase58(), amount: '1.5', blockhash: BLOCKHASH, nonceAccount: '' }
const sign = (form: typeof FORM) => signSolanaTransfer(SEED, readSolanaTransfer(FROM, form))
const bytesOf = (transaction: string) => base64Bytes(transaction) ?? new Uint8Array()

function startRuntime() {
  const svm = new LiteSVM()
  svm.airdrop(address(FROM), lamports(10_000_000_000n))
  return {
    svm,
    send: (bytes: Uint8Array) => svm.sendTransaction(getTransactionDecoder().decode(bytes)),
    received: () => svm.getBalance(address(TO.toBase58())),
  }
}

test('signs the very message that web3.js makes', () => {
  const theirs = new Transaction({ feePayer: PAYER.publicKey, blockhash: BLOCKHASH, lastValidBlockHeight: 1 })
  theirs.add(SystemProgram.transfer({ fromPubkey: PAYER.publicKey, toPubkey: TO, lamports: 1_500_000_000 }))
  theirs.sign(PAYER)
  const { transaction, id } = sign(FORM)
  expect(bytesOf(transaction)).toEqual(new Uint8Array(theirs.serialize()))
  expect(base58Bytes(id)).toEqual(new Uint8Array(theirs.signature ?? []))
})

test('what goes to oneself names the account once', () => {
  const transaction = Transaction.from(bytesOf(sign({ ...FORM, to: FROM }).transaction))
  expect(transaction.verifySignatures()).toBe(true)
  expect(transaction.compileMessage().accountKeys.map(String)).toEqual([
    FROM,
    SystemProgram.programId.toBase58(),
  ])
})

test('the runtime executes it', () => {
  const { svm, send, received } = startRuntime()
  const { transaction, id } = sign({ ...FORM, blockhash: svm.latestBlockhash() })
  const done = send(bytesOf(transaction))
  expect(done).toBeInstanceOf(TransactionMetadata)
  expect((done as TransactionMetadata).signature()).toEqual(base58Bytes(id))
  expect(received()).toBe(1_500_000_000n)
})

test('with a durable nonce it holds after the blockhash has gone, and once', () => {
  const { svm, send, received } = startRuntime()
  const nonce = Keypair.generate()
  const create = SystemProgram.createNonceAccount({
    fromPubkey: PAYER.publicKey,
    noncePubkey: nonce.publicKey,
    authorizedPubkey: PAYER.publicKey,
    lamports: 10_000_000,
  })
  create.feePayer = PAYER.publicKey
  create.recentBlockhash = svm.latestBlockhash()
  create.sign(PAYER, nonce)
  expect(send(create.serialize())).toBeInstanceOf(TransactionMetadata)
  const account = svm.getAccount(address(nonce.publicKey.toBase58()))
  if (!account.exists) throw new Error('There is no nonce account.')
  const stored = NonceAccount.fromAccountData(Buffer.from(account.data))
  svm.expireBlockhash()

  const form = { ...FORM, blockhash: stored.nonce, nonceAccount: nonce.publicKey.toBase58() }
  const bytes = bytesOf(sign(form).transaction)
  const [first] = Transaction.from(bytes).instructions
  expect(first && SystemInstruction.decodeInstructionType(first)).toBe('AdvanceNonceAccount')
  expect(send(bytes)).toBeInstanceOf(TransactionMetadata)
  expect(received()).toBe(1_500_000_000n)
  svm.expireBlockhash()
  expect(send(bytes)).toBeInstanceOf(FailedTransactionMetadata)
})

test('a key that is not the sender’s signs nothing', () => {
  const transfer = readSolanaTransfer(TO.toBase58(), FORM)
  expect(() => signSolanaTransfer(SEED, transfer)).toThrow('The key is of another wallet.')
})

test('tells the account of a program from a person’s', () => {
  const [ofProgram] = PublicKey.findProgramAddressSync([SEED], SystemProgram.programId)
  expect(isOnCurve(FROM)).toBe(true)
  expect(isOnCurve(ofProgram.toBase58())).toBe(false)
})

test.each([
  [{ to: '' }, { to: 'missing' }],
  [{ to: TO.toBase58().slice(4) }, { to: 'address' }],
  [{ to: SystemProgram.programId.toBase58() }, { to: 'nobody' }],
  [{ amount: '0.0000000001' }, { amount: 'too-precise' }],
  [{ amount: '18446744073.709551616' }, { amount: 'amount' }],
  [{ blockhash: 'abc' }, { blockhash: 'blockhash' }],
  [{ nonceAccount: 'abc' }, { nonceAccount: 'address' }],
])('refuses %j', (change, problems) => {
  const read = () => readSolanaTransfer(FROM, { ...FORM, ...change })
  expect(read).toThrow(FieldProblems)
  try {
    read()
  } catch (error) {
    expect((error as FieldProblems<string>).fields).toEqual(problems)
  }
})
