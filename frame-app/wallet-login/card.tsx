import type { MethodCardProps } from '../login-method/card-method.tsx'
import { Screen } from '../ui/screen.tsx'
import { say } from '../words/say.ts'

/** Logs in with a wallet of the person's own. */
export function WalletLoginCard({ onBack, onClose }: MethodCardProps) {
  return (
    <Screen onBack={onBack} onClose={onClose} sentence={say('error.noMethod')} title={say('walletLogin.row')}>
      {null}
    </Screen>
  )
}
