import type { ReactNode } from 'react'

/** A mark on a round ground of 32 units. */
export interface Drawing {
  readonly ground: string
  readonly sign: ReactNode
}

/** Our own simple drawings in the colours by which people know each: none is a copy of a company's file. */
const diamond = (
  <>
    <path d="m16 5 6.5 11L16 12.9 9.5 16z" fill="#fff" />
    <path d="M16 14.3 22.5 17.4 16 27 9.5 17.400z" fill="#fff" opacity=".75" />
  </>
)

const letters = (text: string, size = 13) => (
  <text
    dominantBaseline="central"
    fill="#fff"
    fontFamily="system-ui, Arial, sans-serif"
    fontSize={size}
    fontWeight="700"
    textAnchor="middle"
    x="16"
    y="16.5"
  >
    {text}
  </text>
)

const linked = (
  <path
    d="M11.5 12.5 8 14.500v4l3.5 2 3.5-2v-5l3.5-2 3.5 2v4l-3.5 2"
    fill="none"
    stroke="#fff"
    strokeLinejoin="round"
    strokeWidth="2.2"
  />
)

const lozenges = (
  <path
    d="m16 7.5 2.6 2.600L16 12.700l-2.6-2.600zm-5.9 5.9 2.6 2.6-2.6 2.600L7.5 16zm11.8 0 2.6 2.6-2.6 2.6-2.6-2.600zM16 13.400l2.6 2.6-2.6 2.6-2.6-2.600zm0 5.9 2.6 2.600L16 24.500l-2.6-2.600z"
    fill="#fff"
  />
)

const peak = <path d="M16 8 7.5 23H13l3-5.500L19 23h5.500z" fill="#fff" />

const bars = (
  <>
    <path d="M11.5 9h12l-3 3h-12z" fill="#9945ff" />
    <path d="M8.5 14.500h12l3 3h-12z" fill="#5d8cf0" />
    <path d="M11.5 20h12l-3 3h-12z" fill="#14f195" />
  </>
)

const coin = (sign: ReactNode) => (
  <>
    <path
      d="M12 7.500a9.3 9.3 0 0 0 0 17M20 7.500a9.3 9.3 0 0 1 0 17"
      fill="none"
      stroke="#fff"
      strokeLinecap="round"
      strokeWidth="1.8"
    />
    {sign}
  </>
)

/** By symbol. Only what somebody vouches for may be drawn by its symbol: a stranger's contract can have any. */
export const COINS: Readonly<Record<string, Drawing>> = {
  ETH: { ground: '#627eea', sign: diamond },
  POL: { ground: '#7b3fe4', sign: linked },
  BNB: { ground: '#e0a800', sign: lozenges },
  AVAX: { ground: '#e84142', sign: peak },
  SOL: { ground: '#17171c', sign: bars },
  USDC: { ground: '#2775ca', sign: coin(letters('$')) },
  USDT: {
    ground: '#26a17b',
    sign: <path d="M9.5 9h13v3.500h-4.700V25h-3.600V12.500H9.500z" fill="#fff" />,
  },
  DAI: {
    ground: '#e39a12',
    sign: (
      <path
        d="M10.5 8.500h5a7.5 7.5 0 0 1 0 15h-5zM8 14h16.500M8 18h16.5"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
      />
    ),
  },
  WETH: { ground: '#3b3f52', sign: diamond },
}

/** By EIP-155 id, test networks as the network that they are for; and `solana`. */
export const CHAINS: Readonly<Record<string, Drawing>> = {
  1: { ground: '#627eea', sign: diamond },
  10: { ground: '#ff0420', sign: letters('OP', 12) },
  56: { ground: '#e0a800', sign: lozenges },
  137: { ground: '#7b3fe4', sign: linked },
  8453: { ground: '#0052ff', sign: <path d="M7 14.800h12v2.400H7.100A9 9 0 1 0 7 14.800z" fill="#fff" /> },
  42161: {
    ground: '#213147',
    sign: <path d="m13.5 8.5-6 15h3.300L15 12.300zm5 0-6 15h3.300l4.2-11.200z" fill="#28a0f0" />,
  },
  43114: { ground: '#e84142', sign: peak },
  59144: {
    ground: '#17171c',
    sign: (
      <path
        d="M10 11v12h12M22 11.500v.01"
        fill="none"
        stroke="#61dfff"
        strokeLinecap="square"
        strokeWidth="3.2"
      />
    ),
  },
  7777777: {
    ground: '#2b5df0',
    sign: (
      <>
        <circle cx="16" cy="16" fill="#c9d9ff" r="9" />
        <circle cx="18" cy="13.5" fill="#fff" r="4.5" />
      </>
    ),
  },
  11155111: { ground: '#8a93a6', sign: diamond },
  84532: { ground: '#8a93a6', sign: letters('B') },
  solana: { ground: '#17171c', sign: bars },
}
