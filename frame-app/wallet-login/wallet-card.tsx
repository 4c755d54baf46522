import type { WalletListEntry } from '@vitrine/shared/config/wallet-list.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isWalletName } from '../external-wallets/catalogue.ts'
import type { ChainType, ExternalWallets } from '../external-wallets/ports.ts'
import { readBrowser } from '../login-method/browser.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { useStore } from '../ui/use-flow.ts'
import { hasCodeFor, hasWalletConnect } from './allowed.ts'
import { ChainScreen } from './chain-screen.tsx'
import { type Chosen, chainTypeOf, type Line } from './choice.ts'
import { ListScreen } from './list-screen.tsx'
import { type ListedWallet, listWallets } from './listed-wallets.ts'
import { PairingScreen } from './pairing-screen.tsx'
import { SigningScreen } from './signing-screen.tsx'
import type { WalletFlow } from './start-flow.ts'
import { ConnectingScreen, FailedScreen } from './waiting-screen.tsx'

export interface WalletCardProps<Result> {
  readonly wallets: ExternalWallets
  readonly flow: WalletFlow<Result>
  /** In the site's order. */
  readonly entries: readonly WalletListEntry[]
  readonly chainTypes: readonly ChainType[]
  /** The wallet that is gone to at once; `null`: the person chooses. */
  readonly preselected: WalletListEntry | null
  readonly title: string
  /** The list has its title for who hears it alone. */
  readonly hidesHeader?: boolean
  readonly sentence?: string | undefined
  /** What a signature is for here, in a sentence. */
  readonly meaning: string
  readonly finishing: string
  /** What adding a way in is guarded by; `null` where none is added. */
  readonly guards: string | null
  readonly onBack?: (() => void) | undefined
  onClose(): void
}

/** The person's own wallets: choosing one, connecting it, signing with it. */
export function WalletCard<Result>(props: WalletCardProps<Result>) {
  const { wallets, flow, entries, chainTypes, preselected, guards, onBack, onClose } = props
  const { app, config, hostOrigin } = useKernel()
  const state = useStore(flow)
  const detected = useStore(wallets.detected)
  const connected = useStore(wallets.connected)
  const [several, setSeveral] = useState<ListedWallet | null>(null)
  const hasPhones = hasWalletConnect(app, useStore(config))
  useEffect(() => wallets.discover(), [wallets])

  const listed = useMemo(
    () =>
      listWallets({
        entries: preselected === null ? entries : [preselected, ...entries.filter(it => it !== preselected)],
        chainTypes,
        detected: detected.wallets,
        connected,
        recent: wallets.recent(),
        hasWalletConnect: hasPhones,
        isPhone: readBrowser().isPhone,
        page: `${hostOrigin}/`,
      }),
    [entries, preselected, chainTypes, detected, connected, wallets, hasPhones, hostOrigin],
  )
  const isLooking = detected.status === 'looking' && detected.wallets.length === 0

  const choose = ({ name, icon, entry }: Omit<Chosen, 'line'>, line: Line) => {
    setSeveral(null)
    flow.send({ type: 'choose', chosen: { name, icon, entry, line } })
  }
  const open = (wallet: ListedWallet) => {
    const [line, ...others] = wallet.lines
    if (line && others.length === 0) choose(wallet, line)
    else setSeveral(wallet)
  }

  // Gone to once, as soon as it is known whether the wallet is in the page.
  const isGoneTo = useRef(preselected === null)
  useEffect(() => {
    if (isGoneTo.current || isLooking) return
    isGoneTo.current = true
    const wanted = listed.find(it => it.entry === preselected || it.key === preselected)
    if (wanted && wanted.lines.length > 0) open(wanted)
  })

  const back = () => {
    setSeveral(null)
    flow.send({ type: 'back' })
  }
  const ways = { onRetry: () => flow.send({ type: 'retry' }), onBack: back, onClose }

  if (state.status === 'done' || (state.status === 'initial' && state.step === 'choosing')) {
    if (several)
      return (
        <ChainScreen
          onBack={() => setSeveral(null)}
          onChoose={line => choose(several, line)}
          onClose={onClose}
          wallet={several}
        />
      )
    const alone = preselected !== null && isWalletName(preselected)
    return (
      <ListScreen
        hidesHeader={props.hidesHeader}
        isLooking={isLooking}
        onBack={onBack}
        onChoose={open}
        onClose={onClose}
        sentence={props.sentence}
        title={props.title}
        wallets={alone && isLooking ? listed.slice(0, 1) : listed}
      />
    )
  }
  const { chosen } = state
  const chainType = chainTypeOf(chosen)
  const onCode =
    hasPhones && chosen.line.type !== 'pairing' && hasCodeFor(chainType, entries)
      ? () => choose(chosen, { type: 'pairing', chainType, hasLinks: true })
      : undefined
  if (state.status === 'error')
    return <FailedScreen {...ways} error={state} guards={guards} onCode={onCode} />
  if (state.status === 'initial' && state.step === 'connecting')
    return chosen.line.type === 'pairing' ? (
      <PairingScreen {...ways} chosen={chosen} entries={entries} uri={state.uri} wasReset={state.wasReset} />
    ) : (
      <ConnectingScreen {...ways} attempt={state.attempt} chosen={chosen} onCode={onCode} />
    )
  return (
    <SigningScreen
      {...ways}
      finishing={props.finishing}
      guards={guards}
      meaning={props.meaning}
      onConfirm={() => flow.send({ type: 'confirm' })}
      onRetry={manner => flow.send({ type: 'retry', ...(manner && { manner }) })}
      state={state}
    />
  )
}
