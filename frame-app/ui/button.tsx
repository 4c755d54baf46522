import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly type?: 'button' | 'submit'
  /** Shows that this button's work is under way, and takes no press until it ends. It keeps the focus, unlike a disabled one. */
  readonly isBusy?: boolean
}

/** The label stays in place, unseen, while a spinner shows: neither the width nor the name changes. */
export function Button({
  look = 'primary',
  type = 'button',
  isBusy = false,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      className={`${styles.button} ${styles[look]}`}
      onClick={isBusy ? event => event.preventDefault() : rest.onClick}
      type={type}
    >
      <span className={isBusy ? styles.waiting : undefined}>{children}</span>
      {isBusy ? <Spinner /> : null}
    </button>
  )
}

export interface LinkButtonProps {
  readonly href: string
  readonly look?: 'primary' | 'plain'
  readonly children: ReactNode
}

/** A link that leads out of the wallet, with the weight of an action. */
export function LinkButton({ href, look = 'primary', children }: LinkButtonProps) {
  return (
    <a
      className={`${styles.button} ${styles[look]} ${styles.link}`}
      href={href}
      rel="noopener noreferrer"
      target="_blank"
    >
      {children}
    </a>
  )
}
