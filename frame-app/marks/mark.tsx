import { type ReactNode, useState } from 'react'
import { CHAINS, COINS, type Drawing } from './drawings.tsx'
import { fingerprint } from './fingerprint.ts'
import styles from './marks.module.css'
import { Picture } from './picture.tsx'

interface Sized {
  /** Side, CSS px. */
  readonly size: number
}

export interface CoinMarkProps extends Sized {
  readonly symbol: string
  /** What the letter's colour comes from: the contract or mint; a chain's own currency has its symbol. */
  readonly token: string | null
  /** The operator or our own list names it. Of others a letter alone is drawn: any contract can call itself USDC. */
  readonly isVouchedFor: boolean
  /** The operator's picture. */
  readonly logoUrl: string | null
}

/** A coin's picture, its known mark, or its letter. Its name stands beside it, so it is decoration for a screen reader. */
export function CoinMark({ symbol, token, isVouchedFor, logoUrl, size }: CoinMarkProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (logoUrl !== null && logoUrl !== broken)
    return (
      <img
        alt=""
        className={styles.logo}
        height={size}
        loading="lazy"
        onError={() => setBroken(logoUrl)}
        referrerPolicy="no-referrer"
        src={logoUrl}
        width={size}
      />
    )
  const drawing = isVouchedFor ? own(COINS, symbol.toUpperCase()) : undefined
  return drawing ? (
    <Drawn drawing={drawing} size={size} />
  ) : (
    <Letter name={symbol} seed={token ?? symbol} size={size} />
  )
}

/** `ethereum` with its EIP-155 id, or a cluster of Solana's. */
export interface MarkedChain {
  readonly type: 'ethereum' | 'solana'
  readonly id: number | string
  readonly name: string
}

/** A network's mark, or its letter. */
export function ChainMark({ chain, size }: { readonly chain: MarkedChain } & Sized) {
  const drawing = own(CHAINS, chain.type === 'solana' ? 'solana' : `${chain.id}`)
  return drawing ? (
    <Drawn drawing={drawing} size={size} />
  ) : (
    <Letter name={chain.name} seed={`${chain.id}`} size={size} />
  )
}

/** The same for all networks of a family: which wallets are Ethereum's and which are Solana's. */
export const FamilyMark = ({ type, size }: { readonly type: 'ethereum' | 'solana' } & Sized) => (
  <ChainMark chain={{ type, id: type === 'solana' ? 'solana' : 1, name: '' }} size={size} />
)

/** One picture with a small one at its lower corner: a coin and its network, a wallet and its family. */
export const Badged = ({ children, badge }: { readonly children: ReactNode; readonly badge: ReactNode }) => (
  <span aria-hidden="true" className={styles.badged}>
    {children}
    <span className={styles.badge}>{badge}</span>
  </span>
)

const Drawn = ({ drawing, size }: { readonly drawing: Drawing } & Sized) => (
  <Picture ground={drawing.ground} side={32} size={size}>
    {drawing.sign}
  </Picture>
)

/** The first character that can be seen, in a colour of the seed. */
function Letter({ name, seed, size }: { readonly name: string; readonly seed: string } & Sized) {
  const [byte = 0] = fingerprint(seed)
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase() ?? '?'
  return (
    <Picture ground={`hsl(${Math.round((byte * 360) / 256)} 42% 40%)`} side={32} size={size}>
      <text
        dominantBaseline="central"
        fill="#fff"
        fontFamily="system-ui, Arial, sans-serif"
        fontSize="15"
        fontWeight="600"
        textAnchor="middle"
        x="16"
        y="16.5"
      >
        {letter}
      </text>
    </Picture>
  )
}

const own = (drawings: Readonly<Record<string, Drawing>>, name: string): Drawing | undefined =>
  Object.hasOwn(drawings, name) ? drawings[name] : undefined
