import type { ButtonHTMLAttributes, CSSProperties, ReactNode } from 'react'
import type { AccountOptions, LoginOptions, User } from '../index.ts'
import { useVitrineMutation } from './mutation.ts'
import { useLogin } from './mutations.ts'
import { useUser } from './use-vitrine.ts'

/** What a `<UserButton>` shows, for those that draw it themselves. */
export interface UserButtonState {
  readonly user: User | null
  readonly ready: boolean
  readonly authenticated: boolean
  /** Who is logged in, by what they know of themselves: an address, a number, a name. Empty when nobody is. */
  readonly name: string
  /** The dialog that a press has opened is there. */
  readonly isPending: boolean
}

export interface UserButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** What stands in the button; "Log in", or who is logged in with their initial. */
  readonly children?: ReactNode | ((state: UserButtonState) => ReactNode)
  readonly loginOptions?: LoginOptions | undefined
  /** The part of the account that opens. */
  readonly accountOptions?: AccountOptions | undefined
}

/** Of the page's own font and colour, and greys that fit a light page and a dark one. */
const LOOK: CSSProperties = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 44,
  maxWidth: '100%',
  padding: '8px 16px',
  border: '1px solid #8886',
  borderRadius: 14,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  cursor: 'pointer',
}
const AVATAR: CSSProperties = {
  minWidth: 28,
  lineHeight: '28px',
  borderRadius: 14,
  background: '#8884',
}
const NAME: CSSProperties = { overflow: 'hidden', textOverflow: 'ellipsis' }

/** What an account of another company may call its owner. */
interface Named {
  readonly type: string
  readonly email?: string | null | undefined
  readonly name?: string | null | undefined
  readonly username?: string | null | undefined
}

function nameOf({ email, phone, wallet, linkedAccounts }: User): string {
  const named = linkedAccounts
    .map(account => {
      const { email, name, username }: Named = account
      return email ?? name ?? username
    })
    .find(Boolean)
  const address = wallet?.address
  return (
    email?.address ??
    phone?.number ??
    named ??
    (address ? `${address.slice(0, 5)}…${address.slice(-4)}` : 'Account')
  )
}

/**
 * A button that logs in, and that opens the account of who is logged in. It takes what a `<button>` takes; with a `className` it
 * has no look of its own. A press before the wallet is ready waits for it; `onClick` that prevents the default keeps it from doing anything.
 */
export function UserButton({
  children,
  loginOptions,
  accountOptions,
  onClick,
  style,
  ...rest
}: UserButtonProps) {
  const { user, ready, authenticated } = useUser()
  const login = useLogin()
  const account = useVitrineMutation(vitrine => vitrine.openAccount(accountOptions))
  const name = user ? nameOf(user) : ''
  const isPending = login.isPending || account.isPending
  const own = name ? (
    <>
      <span aria-hidden style={AVATAR}>
        {name.match(/\p{L}|\d/u)?.[0].toUpperCase()}
      </span>
      <span style={NAME}>{name}</span>
    </>
  ) : (
    'Log in'
  )
  return (
    <button
      aria-haspopup="dialog"
      type="button"
      {...rest}
      onClick={event => {
        onClick?.(event)
        if (event.defaultPrevented) return
        if (authenticated) account.mutate()
        else login.mutate(loginOptions)
      }}
      style={rest.className ? style : { ...LOOK, ...style }}
    >
      {typeof children === 'function'
        ? children({ user, ready, authenticated, name, isPending })
        : (children ?? own)}
    </button>
  )
}
