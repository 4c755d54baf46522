import type { WalletListEntry } from '@vitrine/shared/config/wallet-list.ts'
import { useState } from 'react'
import { CATALOGUE, isWalletName, pairingLink } from '../external-wallets/catalogue.ts'
import { readBrowser } from '../login-method/browser.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { useCopy } from '../ui/copy.ts'
import { Problem } from '../ui/problem.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { Screen } from '../ui/screen.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { say } from '../words/say.ts'
import type { Chosen } from './choice.ts'
import styles from './wallet-login.module.css'

export interface PairingScreenProps {
  readonly chosen: Chosen
  /** The wallets of the list, whose apps a link can open. */
  readonly entries: readonly WalletListEntry[]
  /** `null`: there is no code yet. */
  readonly uri: string | null
  /** The code before was void. */
  readonly wasReset: boolean
  readonly onBack?: (() => void) | undefined
  onClose(): void
}

/** A wallet on a phone: a code to scan from another screen, or links that open the apps of this one. */
export function PairingScreen({ chosen, entries, uri, wasReset, onBack, onClose }: PairingScreenProps) {
  const { isPhone } = readBrowser()
  const apps = isPhone ? linksFor(chosen, entries) : []
  const [asksForCode, setAsksForCode] = useState(false)
  const showsCode = apps.length === 0 || asksForCode
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      sentence={sentenceOf(chosen, showsCode)}
      status={uri === null ? say('ownWallet.codeComing') : undefined}
      title={showsCode ? say('ownWallet.scanTitle') : chosen.name}
    >
      {wasReset ? <Problem>{say('ownWallet.reset')}</Problem> : null}
      {uri === null ? (
        <div className={showsCode ? styles.codePlace : styles.waiting}>
          <Spinner />
        </div>
      ) : (
        <>
          {showsCode ? <QrCode label={say('ownWallet.code')} text={uri} /> : null}
          <div className={styles.actions}>
            {apps.map(({ name, link }, index) => (
              <LinkButton href={link(uri)} key={name} look={index === 0 ? 'primary' : 'plain'}>
                {say('ownWallet.open', { wallet: name })}
              </LinkButton>
            ))}
            {showsCode ? null : (
              <Button look="quiet" onClick={() => setAsksForCode(true)}>
                {say('ownWallet.useCode')}
              </Button>
            )}
            <CopyLink uri={uri} />
          </div>
        </>
      )}
    </Screen>
  )
}

/** That it was copied is said in the button's place, for as long as it is true. */
function CopyLink({ uri }: { readonly uri: string }) {
  const [status, copy] = useCopy(uri)
  return (
    <>
      <Button look="quiet" onClick={copy}>
        {say(status === 'copied' ? 'action.copied' : 'ownWallet.copy')}
      </Button>
      <p className={styles.uri} role="status">
        {status === 'failed' ? say('social.copyFailed', { address: uri }) : null}
      </p>
    </>
  )
}

const sentenceOf = ({ entry, name }: Chosen, showsCode: boolean): string => {
  if (!showsCode) return say('ownWallet.openAny')
  return entry === null ? say('ownWallet.scanAny') : say('ownWallet.scan', { wallet: name })
}

interface AppLink {
  readonly name: string
  link(uri: string): string
}

function linksFor({ entry, line }: Chosen, entries: readonly WalletListEntry[]): readonly AppLink[] {
  if (line.type !== 'pairing' || !line.hasLinks) return []
  const wanted = entry === null ? entries.filter(isWalletName) : [entry]
  return wanted.flatMap(each =>
    CATALOGUE[each].pairing === null
      ? []
      : [{ name: CATALOGUE[each].name, link: (uri: string) => pairingLink(each, uri) ?? uri }],
  )
}
