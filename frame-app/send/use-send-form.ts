import { useEffect, useRef, useState } from 'react'
import type { Holding, HoldingsSource } from '../portfolio/ports.ts'
import type { AddressBook, Recipient } from '../recipients/address-book.ts'
import type { HeldWallet } from '../session/held-wallet.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { useFlow, useStore } from '../ui/use-flow.ts'
import { readAmount, typedAmount } from './amount.ts'
import { type AmountState, startAmount } from './amount-flow.ts'
import type { Draft } from './flow.ts'
import { measureMax } from './prepare-send.ts'
import { type Acquaintance, acquaintance, checkAddress, readRecipient } from './recipient.ts'
import { type RecipientState, startRecipient } from './recipient-flow.ts'
import { resolveName } from './resolve-name.ts'

export interface SendForm {
  readonly holdings: readonly Holding[]
  readonly holding: Holding
  readonly recipient: RecipientState
  /** `null`: there is no recipient yet. */
  readonly acquaintance: Acquaintance | null
  /** Of the coin's chain family. */
  readonly recents: readonly Recipient[]
  readonly amount: AmountState
  /** Smallest units of what is typed. */
  readonly value: bigint | null
  /** All of it, once it is whole and can be sent as far as is known. */
  readonly draft: Draft | null
  chooseCoin(key: string): void
  typeRecipient(text: string): void
  typeAmount(text: string): void
  askForAll(): void
}

/** What a person fills in: nothing of it comes from the page, and nothing goes there. `null`: there is nothing to send. */
export function useSendForm(
  wallet: HeldWallet,
  source: HoldingsSource,
  book: AddressBook,
  initialKey: string | undefined,
): SendForm | null {
  const kernel = useKernel()
  const { list } = useStore(source.store)
  const known = useStore(book.all)
  const snapshot = useStore(kernel.session)
  const [key, setKey] = useState(initialKey)
  const holdings = list.filter(
    it => it.chain.type === wallet.chainType && (it.amount !== 0n || it.key === key),
  )
  const holding = holdings.find(it => it.key === key) ?? holdings[0]
  // What is read anew may be in another order: the coin under a person's hand stays.
  const present = holding?.key
  useEffect(() => {
    if (key === undefined && present !== undefined) setKey(present)
  }, [key, present])

  const context = (of: Holding) => ({
    chain: of.chain,
    wallet: wallet.address,
    tokens: list.flatMap(it => (it.chain.id === of.chain.id && it.token !== null ? [it.token] : [])),
  })
  const latest = useRef({ holding, context })
  latest.current = { holding, context }

  const [recipient, recipientFlow] = useFlow(() =>
    startRecipient({
      async resolve(name, service, signal) {
        const { holding: of } = latest.current
        return of ? resolveName(kernel, of.chain, service, name, signal) : { problem: 'noAnswer' }
      },
      check(address) {
        const { holding: of, context: contextOf } = latest.current
        return of ? checkAddress(address, contextOf(of)) : { kind: 'problem', problem: 'unreadable' }
      },
    }),
  )
  const [amount, amountFlow] = useFlow(() =>
    startAmount(signal => {
      const { holding: of } = latest.current
      const to = recipientFlow.get().recipient?.address ?? null
      return of
        ? measureMax(kernel, wallet, of, to, signal)
        : Promise.resolve({ problem: 'feeShort' } as const)
    }),
  )
  if (!holding) return null

  const typeRecipient = (text: string, of = holding) =>
    recipientFlow.send({ type: 'typed', text, read: readRecipient(text, context(of)) })
  const read = readAmount(amount.text, holding.decimals)
  const value = read.kind === 'amount' ? read.value : null
  const isEnough = value !== null && value > 0n && (holding.amount === null || value <= holding.amount)
  const own =
    snapshot.status === 'authenticated'
      ? snapshot.wallets.filter(it => it.chainType === wallet.chainType).map(it => it.address)
      : []
  const to = recipient.recipient
  return {
    holdings,
    holding,
    recipient,
    acquaintance: to && acquaintance(wallet.chainType, to.address, known, own),
    recents: known.filter(it => it.chainType === wallet.chainType && it.address !== wallet.address),
    amount,
    value,
    draft:
      to && isEnough && amount.status === 'still'
        ? { holding, to, amount: amount.isMax ? 'max' : value }
        : null,
    chooseCoin(next) {
      const chosen = holdings.find(it => it.key === next)
      if (!chosen) return
      setKey(next)
      // An amount of one coin is not one of another.
      amountFlow.send({ type: 'typed', text: '' })
      typeRecipient(recipient.text, chosen)
    },
    typeRecipient: text => typeRecipient(text),
    typeAmount: text => amountFlow.send({ type: 'typed', text }),
    askForAll() {
      if (holding.token === null) amountFlow.send({ type: 'measure' })
      else if (holding.amount !== null)
        amountFlow.send({ type: 'all', text: typedAmount(holding.amount, holding.decimals) })
    },
  }
}
