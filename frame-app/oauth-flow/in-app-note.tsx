import { useEffect, useState } from 'react'
import { readBrowser } from '../login-method/browser.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { useCopy } from '../ui/copy.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { say } from '../words/say.ts'

/** Of a provider that lets nobody log in within another app: why, and how the page gets into the person's own browser. */
export function InAppNote({ provider }: { provider: string }) {
  const { navigate, hostOrigin } = useKernel()
  const [address, setAddress] = useState(hostOrigin)
  const [status, copy] = useCopy(address)
  useEffect(() => {
    // A page that does not say where it is is still found by its origin.
    navigate().then(setAddress, () => {})
  }, [navigate])
  return (
    <>
      <Problem>{say('social.inApp', { provider })}</Problem>
      {readBrowser().isAndroid ? (
        <LinkButton href={intentOf(address)}>{say('social.openBrowser')}</LinkButton>
      ) : null}
      <Button look={readBrowser().isAndroid ? 'plain' : 'primary'} onClick={copy}>
        {say(status === 'copied' ? 'action.copied' : 'social.copyLink')}
      </Button>
      {status === 'failed' ? <Problem>{say('social.copyFailed', { address })}</Problem> : null}
    </>
  )
}

/** Android opens it in the browser of the person's choice (Android, "Intents": `intent:` of Chromium). */
export function intentOf(address: string): string {
  const { protocol, host, pathname, search } = new URL(address)
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;end`
}
