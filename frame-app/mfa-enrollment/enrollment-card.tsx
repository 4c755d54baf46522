import type { User } from '@vitrine/shared/api/client-user.ts'
import type { MfaMethod } from '@vitrine/shared/mfa/methods.ts'
import { useState } from 'react'
import { useKernel } from '../ui/kernel-context.ts'
import { say } from '../words/say.ts'
import { AddressSetup } from './address-setup.tsx'
import { createMfaChanges } from './changes.ts'
import { FactorList, type FactorStands } from './factor-list.tsx'
import { PasskeysSetup } from './passkeys-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RemoveFactor } from './remove-factor.tsx'
import { RenewCodes } from './renew-codes.tsx'
import { TotpSetup } from './totp-setup.tsx'

type View =
  | { readonly name: 'list'; readonly news: string | undefined }
  | ({ readonly name: 'add'; readonly method: MfaMethod } & FactorStands)
  | { readonly name: 'codes'; readonly codes: readonly string[]; next(): void }
  | { readonly name: 'remove'; readonly method: MfaMethod; readonly isLast: boolean }
  | { readonly name: 'renew' }

/** What no text message can be taken from comes first. */
const ORDER = ['totp', 'passkey', 'sms', 'email'] as const satisfies readonly MfaMethod[]

export interface EnrollmentCardProps {
  readonly isFromAccount?: boolean
  readonly title?: string
  readonly sentence?: string
  readonly onBack?: (() => void) | undefined
  onClose(): void
  /** A factor was added, and its codes are saved. Absent: the person goes on with the list. */
  onEnrolled?(user: User): void
}

/** The second factors of who is logged in: added, taken away, and what there is for losing them. */
export function EnrollmentCard({ isFromAccount = false, onEnrolled, ...rest }: EnrollmentCardProps) {
  const { app, operations } = useKernel()
  const [changes] = useState(() => createMfaChanges(operations, isFromAccount))
  const [view, setView] = useState<View>({ name: 'list', news: undefined })
  const { onClose } = rest
  const back = () => setView({ name: 'list', news: undefined })
  const tell = (news: string) => setView({ name: 'list', news })
  const enrolled = (user: User, codes: readonly string[] | null) => {
    const next = () => (onEnrolled ? onEnrolled(user) : tell(say('mfa.done')))
    if (codes) setView({ name: 'codes', codes, next })
    else next()
  }
  switch (view.name) {
    case 'list':
      return (
        <FactorList
          {...rest}
          allowed={ORDER.filter(method => app.mfa_methods.includes(method))}
          news={view.news}
          onAdd={(method, stands) => setView({ name: 'add', method, ...stands })}
          onRemove={(method, isLast) => setView({ name: 'remove', method, isLast })}
          onRenew={() => setView({ name: 'renew' })}
        />
      )
    case 'add': {
      const setup = { changes, onBack: back, onClose, onEnrolled: enrolled }
      const { method } = view
      if (method === 'totp') return <TotpSetup {...setup} />
      if (method !== 'passkey') return <AddressSetup key={method} {...setup} method={method} />
      return (
        <PasskeysSetup
          {...setup}
          factors={view.credentialIds}
          isFromAccount={isFromAccount}
          onRemove={view.hasIt ? () => setView({ name: 'remove', method, isLast: view.isLast }) : undefined}
        />
      )
    }
    case 'codes':
      return <RecoveryCodes codes={view.codes} onSaved={view.next} />
    case 'remove':
      return (
        <RemoveFactor
          {...{ changes, onBack: back, onClose, method: view.method, isLast: view.isLast }}
          onKeep={back}
          onRemoved={() => tell(say('mfa.removed'))}
        />
      )
    case 'renew':
      return (
        <RenewCodes
          {...{ changes, onBack: back, onClose }}
          onRenewed={codes => setView({ name: 'codes', codes, next: () => tell(say('mfa.renewed')) })}
        />
      )
  }
}
