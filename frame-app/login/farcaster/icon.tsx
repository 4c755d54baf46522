import { BrandMark } from '../../login-method/brand-mark.tsx'

/** Farcaster's arch, drawn anew. */
export const FarcasterIcon = () => (
  <BrandMark>
    <rect fill="#7c5cc4" height="22" rx="5" width="22" x="1" y="1" />
    <path d="M6 6h12v2h1.500v2H18v8h-3v-3.800a3 3 0 0 0-6 0V18H6v-8H4.500V8H6z" fill="#fff" />
  </BrandMark>
)
