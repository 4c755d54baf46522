import type { User } from '@vitrine/shared/api/client-user.ts'
import type { HeldItem } from '@vitrine/shared/api/held-back.ts'
import type { SessionItem } from '@vitrine/shared/api/sessions-list.ts'
import type { StepUpWays } from '@vitrine/shared/api/step-up.ts'
import type { AccountPart } from '@vitrine/shared/bridge/schemas.ts'
import { fundingOptions } from '@vitrine/shared/funding/options.ts'
import type { Way } from '@vitrine/shared/login/registry.ts'
import { useCallback, useEffect, useState } from 'react'
import type { Hex, ReplacementKind } from '../../chains/ethereum/ports.ts'
import { whenIdle } from '../../core/when-idle.ts'
import { describeAccount, renameOf } from '../../linked-accounts/describe-account.tsx'
import { LinkCard } from '../../linked-accounts/link-card.tsx'
import { accountKey, type LinkedAccount } from '../../linked-accounts/linkable.ts'
import { RemoveScreen } from '../../linked-accounts/remove-screen.tsx'
import type { LinkContext } from '../../login-method/login-method.ts'
import { createActivity } from '../../portfolio/activity.ts'
import { createHoldings } from '../../portfolio/holdings.ts'
import {
  type DeviceWallet,
  type EmbeddedWallet,
  type HeldWallet,
  isEmbedded,
} from '../../session/held-wallet.ts'
import { createStepUp } from '../../step-up/step-up.ts'
import { StepUpScreen } from '../../step-up/step-up-screen.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { LazyScreen, preload } from '../../ui/lazy-screen.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useStore } from '../../ui/use-flow.ts'
import type { Exported } from '../../wallet-keys/export-card.tsx'
import { say } from '../../words/say.ts'
import type { ScreenRequest } from '../registry.ts'
import { AddLoginScreen } from './add-login-screen.tsx'
import { HeldAnswerScreen } from './held-answer-screen.tsx'
import type { HeldAnswer } from './held-api.ts'
import type { Stopped } from './history/delegated-list.tsx'
import { ActivityList } from './home/activity-list.tsx'
import type { OnReplace } from './home/activity-row.tsx'
import { type OpenPortfolio, usePortfolio } from './home/portfolio.ts'
import { Overview, type Tab } from './overview.tsx'

type View =
  | { readonly name: 'overview'; readonly news: string | undefined }
  | { readonly name: 'receive' }
  | { readonly name: 'activity' }
  | { readonly name: 'send' }
  | { readonly name: 'replace'; readonly chainId: number; readonly hash: Hex; readonly kind: ReplacementKind }
  | { readonly name: 'fund' }
  | { readonly name: 'link'; readonly context: LinkContext }
  | { readonly name: 'remove'; readonly account: LinkedAccount }
  | { readonly name: 'rename'; readonly account: LinkedAccount }
  | { readonly name: 'recover' }
  | { readonly name: 'confirm-device'; readonly ways: StepUpWays['ways'] }
  | { readonly name: 'set-recovery'; readonly wallet: DeviceWallet }
  | { readonly name: 'export'; readonly wallet: EmbeddedWallet; readonly what: Exported | undefined }
  | { readonly name: 'import' }
  | { readonly name: 'add-login' }
  | { readonly name: 'mfa' }
  | { readonly name: 'all-events' }
  | { readonly name: 'own-data' }
  | { readonly name: 'delete' }
  | { readonly name: 'sign-out'; readonly session: SessionItem }
  | { readonly name: 'stop-delegation'; readonly stopped: Stopped }
  | { readonly name: 'answer-held'; readonly answer: HeldAnswer; readonly held: HeldItem }

const NO_WALLETS: readonly HeldWallet[] = []
const OVERVIEW: View = { name: 'overview', news: undefined }

/** Where the account opens. A part that is none of the wallet's stands on the second tab. */
const FIRST: Readonly<Record<AccountPart, { readonly tab: Tab; readonly view: View }>> = {
  home: { tab: 'wallet', view: OVERVIEW },
  receive: { tab: 'wallet', view: { name: 'receive' } },
  send: { tab: 'wallet', view: { name: 'send' } },
  activity: { tab: 'wallet', view: { name: 'activity' } },
  logins: { tab: 'logins', view: OVERVIEW },
  devices: { tab: 'logins', view: OVERVIEW },
  security: { tab: 'logins', view: OVERVIEW },
}

const openPortfolio: OpenPortfolio = (kernel, wallet) => ({
  holdings: createHoldings(kernel, wallet),
  activity: createActivity(kernel, wallet),
})

/** Its code, with that which draws the address, comes while the home is looked at. */
const loadReceive = async () => (await import('./home/receive.tsx')).Receive

const loadEvents = async () => (await import('./history/event-list.tsx')).EventScreen
const loadSignOut = async () => (await import('./history/end-session-screen.tsx')).EndSessionScreen

const loadStop = async () => (await import('../../delegation/stop-card.tsx')).StopCard

const loadExport = async () => (await import('../../wallet-keys/export-card.tsx')).ExportCard
const loadImport = async () => (await import('../../wallet-keys/import-card.tsx')).ImportCard
const loadMfa = async () => (await import('../../mfa-enrollment/enrollment-card.tsx')).EnrollmentCard
const loadRecover = async () => (await import('../../recovery/recover-card.tsx')).RecoverCard
const loadSetRecovery = async () => (await import('../../recovery/set-recovery-card.tsx')).SetRecoveryCard

const loadData = async () => (await import('./own-data/data-card.tsx')).DataCard
const loadDelete = async () => (await import('./own-data/delete-card.tsx')).DeleteCard

const loadFunding = async () => (await import('../../funding/card/own-funding.tsx')).OwnFunding

/** Its code comes with the first use: most who look have nothing to send. */
const loadSend = async () => (await import('../../send/send-view.tsx')).SendView

const loadReplace = async () => (await import('../../send/replace-view.tsx')).ReplaceView

/** The account: the wallet's home and the ways to log in, and from there what can be done with either. */
export function AccountScreen({ request }: { request: Extract<ScreenRequest, { kind: 'account' }> }) {
  const kernel = useKernel()
  const { screens, session } = kernel
  const first = FIRST[request.part ?? 'home']
  const [tab, setTab] = useState<Tab>(first.tab)
  const [view, setView] = useState<View>(first.view)
  const [selected, setSelected] = useState<string | null>(null)
  const [before, setBefore] = useState<ReadonlySet<string> | null>(null)
  const snapshot = useStore(session)
  const wallets = snapshot.status === 'authenticated' ? snapshot.wallets : NO_WALLETS
  const wallet = wallets.find(({ address }) => address === selected) ?? wallets.find(isEmbedded) ?? wallets[0]
  const portfolio = usePortfolio(wallet, openPortfolio)
  const close = useCallback(() => screens.resolve(request, undefined), [screens, request])
  const back = () => setView(OVERVIEW)
  const { status } = snapshot
  useEffect(() => {
    // These may have to say how a logout went, or that the account is deleted, and close themselves.
    if (status === 'anonymous' && view.name !== 'overview' && view.name !== 'delete') close()
  }, [status, view.name, close])
  // What does not come now comes when it is asked for, and says there what went wrong.
  useEffect(() => whenIdle(() => void preload(loadReceive).catch(() => undefined)), [])
  const tell = (news: string) => setView({ name: 'overview', news })
  const select = ({ address }: HeldWallet) => setSelected(address)
  const canFund = fundingOptions(kernel.app).length > 0
  // Another app replaces what its key has signed.
  const replace: OnReplace | undefined =
    wallet && isEmbedded(wallet)
      ? ({ id, chain }, kind) =>
          chain.type === 'ethereum' && setView({ name: 'replace', chainId: chain.id, hash: id as Hex, kind })
      : undefined

  const link = (purpose: LinkContext['purpose']) => (way: Way) => {
    setBefore(snapshot.status === 'authenticated' ? keysOf(snapshot.user) : null)
    setView({
      name: 'link',
      context: {
        purpose,
        way,
        kernel,
        prefill: '',
        stepUp: createStepUp(kernel.operations.calls, { purpose, isFromAccount: true }),
        onLinked: () => tell(say(purpose === 'link' ? 'link.success' : 'link.updated')),
        // The card says it; nobody else waits for it.
        onRefused: () => {},
      },
    })
  }

  // What a page asked for and the person has no wallet for is the overview.
  const shown = wallet && portfolio ? { wallet, portfolio } : null
  switch (view.name) {
    case 'receive':
    case 'activity':
    case 'send':
    case 'replace':
    case 'fund':
    case 'overview':
      if (shown && view.name === 'receive')
        return (
          <LazyScreen
            load={loadReceive}
            onClose={close}
            props={{ ...shown, wallets, onBack: back, onClose: close, onSelect: select }}
            title={say('receive.title')}
          />
        )
      if (shown && view.name === 'activity')
        return (
          <Screen onBack={back} onClose={close} title={say('activity.title')}>
            <ActivityList activity={shown.portfolio.activity} onReplace={replace} />
          </Screen>
        )
      if (shown && view.name === 'replace' && isEmbedded(shown.wallet))
        return (
          <LazyScreen
            key={shown.wallet.address}
            load={loadReplace}
            onClose={close}
            props={{ ...view, wallet: shown.wallet, onBack: back, onClose: close }}
            title={say(view.kind === 'cancel' ? 'activity.cancel' : 'activity.speedUp')}
          />
        )
      if (shown && view.name === 'send' && isEmbedded(shown.wallet))
        return (
          <LazyScreen
            // What was filled in for one wallet is not another's.
            key={shown.wallet.address}
            load={loadSend}
            onClose={close}
            props={{
              wallet: shown.wallet,
              holdings: shown.portfolio.holdings,
              onBack: back,
              onClose: close,
              onSent() {
                void shown.portfolio.activity.refresh()
                back()
              },
            }}
            title={say('send.title')}
          />
        )
      if (shown && view.name === 'fund')
        return (
          <LazyScreen
            key={shown.wallet.address}
            load={loadFunding}
            onClose={close}
            props={{
              wallet: shown.wallet,
              onBack: back,
              onClose: close,
              onDone() {
                void shown.portfolio.holdings.refresh()
                void shown.portfolio.activity.refresh()
                back()
              },
            }}
            title={say('funding.title')}
          />
        )
      return (
        <Overview
          before={before}
          news={view.name === 'overview' ? view.news : undefined}
          onActivity={() => setView({ name: 'activity' })}
          onAddFunds={canFund ? () => setView({ name: 'fund' }) : undefined}
          onHideNews={back}
          onReceive={() => setView({ name: 'receive' })}
          onReplace={replace}
          onSelect={select}
          onSend={wallet && isEmbedded(wallet) ? () => setView({ name: 'send' }) : undefined}
          onTab={setTab}
          onAddLogin={() => setView({ name: 'add-login' })}
          onAllEvents={() => setView({ name: 'all-events' })}
          onStop={stopped => setView({ name: 'stop-delegation', stopped })}
          onSignOut={session => setView({ name: 'sign-out', session })}
          onTakeData={() => setView({ name: 'own-data' })}
          onDelete={() => setView({ name: 'delete' })}
          showsDevices={request.part === 'devices'}
          showsSecurity={request.part === 'security'}
          shown={shown}
          tab={tab}
          onAnswerHeld={(answer, held) => setView({ name: 'answer-held', answer, held })}
          onClose={close}
          onConfirmDevice={ways => setView({ name: 'confirm-device', ways })}
          onLink={link('link')}
          onMfa={() => setView({ name: 'mfa' })}
          onRecover={() => setView({ name: 'recover' })}
          onRemove={account => setView({ name: 'remove', account })}
          onRename={account => setView({ name: 'rename', account })}
          onSetRecovery={wallet => setView({ name: 'set-recovery', wallet })}
          onUpdate={link('update')}
          keysOf={wallet && isEmbedded(wallet) ? wallet : undefined}
          onExport={(wallet, what) => setView({ name: 'export', wallet, what })}
          onImport={() => setView({ name: 'import' })}
        />
      )
    case 'export':
      return (
        <LazyScreen
          load={loadExport}
          onClose={close}
          props={{
            ...{ wallet: view.wallet, wallets, first: view.what, isFromAccount: true },
            ...{ onBack: back, onClose: close, onDone: back },
          }}
          title={say('export.title')}
        />
      )
    case 'import':
      return (
        <LazyScreen
          load={loadImport}
          onClose={close}
          props={{
            onDevice: wallets.find(it => it.custody === 'device' && !it.sealedFor),
            isFromAccount: true,
            ...{ onBack: back, onClose: close, onEnd: () => tell(say('import.done')) },
          }}
          title={say('import.title')}
        />
      )
    case 'mfa':
      return (
        <LazyScreen
          load={loadMfa}
          onClose={close}
          props={{ isFromAccount: true, onBack: back, onClose: close }}
          title={say('mfa.settings')}
        />
      )
    case 'add-login':
      return <AddLoginScreen onBack={back} onClose={close} onLink={link('link')} />
    case 'all-events':
      return (
        <LazyScreen
          load={loadEvents}
          onClose={close}
          props={{ onBack: back, onClose: close }}
          title={say('history.title')}
        />
      )
    case 'own-data': {
      const keys = wallets.find(isEmbedded)
      return (
        <LazyScreen
          load={loadData}
          onClose={close}
          props={{
            ...{ onBack: back, onClose: close },
            onExportKey: () => keys && setView({ name: 'export', wallet: keys, what: undefined }),
          }}
          title={say('ownData.download')}
        />
      )
    }
    case 'delete':
      return (
        <LazyScreen
          load={loadDelete}
          onClose={close}
          props={{ onBack: back, onClose: close }}
          title={say('ownData.delete')}
        />
      )
    case 'sign-out': {
      const { session: ended } = view
      const device = ended.made_with ?? say('devices.unknown')
      return (
        <LazyScreen
          load={loadSignOut}
          onClose={close}
          props={{
            session: ended,
            onBack: back,
            onClose: close,
            onEnded: () => tell(say('devices.signedOut', { device })),
          }}
          title={say('devices.signOutTitle')}
        />
      )
    }
    case 'stop-delegation':
      return (
        <LazyScreen
          load={loadStop}
          onClose={close}
          props={{
            ...view.stopped,
            ...{ onBack: back, onClose: close, onKeep: back },
            onStopped: () => tell(say('delegation.stopped')),
          }}
          title={say('delegation.stopAllTitle')}
        />
      )
    case 'answer-held':
      return (
        <HeldAnswerScreen
          answer={view.answer}
          held={view.held}
          onAnswered={() => tell(say(view.answer === 'allow' ? 'held.allowed' : 'held.refused'))}
          onBack={back}
          onClose={close}
        />
      )
    case 'link':
      return <LinkCard context={view.context} onBack={back} onClose={close} />
    case 'confirm-device': {
      const released = () => tell(say('stepUp.released'))
      const { ways } = view
      const asked = {
        purpose: 'release',
        target: '',
        account: null,
        ways,
        onProven: released,
        onLeft: back,
      } as const
      return <StepUpScreen asked={asked} onClose={close} />
    }
    case 'recover':
      return (
        <LazyScreen
          load={loadRecover}
          onClose={close}
          props={{
            onBack: back,
            onClose: close,
            onRecovered: () => tell(say('account.walletOpened')),
          }}
          title={say('recover.title')}
        />
      )
    case 'set-recovery':
      return (
        <LazyScreen
          load={loadSetRecovery}
          onClose={close}
          props={{
            isFromAccount: true,
            onBack: back,
            onClose: close,
            onEnd: () => tell(say('recovery.done')),
            purpose: { type: 'change', wallet: view.wallet },
          }}
          title={say('recovery.changeTitle')}
        />
      )
    case 'rename': {
      const { account } = view
      const load = renameOf(account)
      return load ? (
        <LazyScreen
          load={load}
          onClose={close}
          props={{ account, onBack: back, onClose: close, onRenamed: () => tell(say('passkey.renamed')) }}
          title={say('passkey.renameTitle')}
        />
      ) : null
    }
    case 'remove': {
      const { account } = view
      const removed = () => tell(say('account.removed', { account: describeAccount(account).name }))
      return (
        <RemoveScreen
          account={account}
          isFromAccount
          onBack={back}
          onClose={close}
          onKeep={back}
          onRemoved={removed}
        />
      )
    }
  }
}

/** Which ways to log in there are, to tell a new one from them. */
const keysOf = ({ linkedAccounts }: User): ReadonlySet<string> => new Set(linkedAccounts.map(accountKey))
