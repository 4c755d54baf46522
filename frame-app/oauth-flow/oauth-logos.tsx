import type { KnownProvider } from '@vitrine/shared/login/oauth.ts'
import type { ComponentType } from 'react'
import { BrandMark } from '../login-method/brand-mark.tsx'

/** Marks of companies, drawn by us after their own rules for buttons: their colours, and nothing beside the mark. */

/** Of marks that are black on light and white on dark. */
const INK = 'var(--text)'

const Google = () => (
  <BrandMark>
    <path
      d="M22.3 12.250c0-.75-.06-1.450-.19-2.130H12v4.100h5.800a4.950 4.950 0 0 1-2.150 3.240v2.700h3.470c2.030-1.870 3.180-4.620 3.180-7.910z"
      fill="#4285f4"
    />
    <path
      d="M12 22.700c2.890 0 5.310-.96 7.100-2.590l-3.460-2.690c-.96.64-2.190 1.020-3.640 1.020-2.790 0-5.160-1.890-6-4.430H2.430v2.780A10.700 10.700 0 0 0 12 22.700z"
      fill="#34a853"
    />
    <path d="M6 14.010a6.430 6.430 0 0 1 0-4.050V7.180H2.430a10.700 10.700 0 0 0 0 9.610z" fill="#fbbc05" />
    <path
      d="M12 5.530c1.570 0 2.980.54 4.090 1.600l3.070-3.070A10.300 10.300 0 0 0 12 1.270 10.700 10.700 0 0 0 2.430 7.180L6 9.960c.84-2.540 3.210-4.430 6-4.430z"
      fill="#ea4335"
    />
  </BrandMark>
)

const Apple = () => (
  <BrandMark>
    <path
      d="M15.900 1.500c.1 1.300-.4 2.500-1.150 3.400-.8.95-2 1.650-3.250 1.550-.15-1.250.45-2.500 1.150-3.350.8-.95 2.150-1.600 3.250-1.600z"
      fill={INK}
    />
    <path
      d="M19.900 17.200c-.5 1.200-.75 1.700-1.400 2.750-.9 1.400-2.200 3.100-3.750 3.100-1.400 0-1.800-.9-3.700-.9s-2.350.9-3.750.9c-1.550 0-2.750-1.550-3.650-2.950-2.500-3.900-2.800-8.500-1.200-10.950 1.100-1.750 2.900-2.750 4.600-2.750 1.700 0 2.800.95 4.200.95 1.350 0 2.200-.95 4.200-.95 1.500 0 3.100.8 4.200 2.250-3.700 2.050-3.100 7.300.25 8.550z"
      fill={INK}
    />
  </BrandMark>
)

const X = () => (
  <BrandMark>
    <path
      d="M2 2.500h6.300l4.500 6.100 5.300-6.100h2.900l-6.900 7.900L22 21.500h-6.300l-4.900-6.600-5.700 6.600H2.200l7.300-8.400zm3.900 1.800 10.700 15.400h2L7.900 4.300z"
      fill={INK}
    />
  </BrandMark>
)

const Discord = () => (
  <BrandMark>
    <path
      d="M19.400 5.300A17 17 0 0 0 15.200 4l-.6 1.200a15.600 15.600 0 0 0-5.200 0L8.800 4a17 17 0 0 0-4.200 1.300C1.900 9.300 1.200 13.200 1.500 17c1.800 1.300 3.500 2.100 5.200 2.600l1.100-1.800-1.700-.8.4-.3c3.500 1.600 7.500 1.600 11 0l.4.3-1.700.8 1.100 1.800c1.700-.5 3.400-1.300 5.200-2.600.4-4.400-.7-8.200-3.100-11.700zM8.500 14.700c-1 0-1.850-.95-1.850-2.100S7.450 10.500 8.500 10.500s1.870.95 1.850 2.100c0 1.150-.8 2.100-1.850 2.100zm7 0c-1 0-1.850-.95-1.850-2.100s.8-2.100 1.850-2.100 1.870.95 1.850 2.100c0 1.150-.8 2.100-1.850 2.100z"
      fill="#5865f2"
    />
  </BrandMark>
)

const GitHub = () => (
  <BrandMark>
    <path
      d="M12 1.500a10.500 10.500 0 0 0-3.300 20.500c.5.1.7-.25.7-.5v-1.900c-2.900.6-3.500-1.250-3.500-1.250-.5-1.200-1.200-1.550-1.200-1.550-.95-.65.1-.65.1-.65 1.050.1 1.600 1.100 1.600 1.100.95 1.600 2.450 1.150 3.050.9.1-.7.35-1.150.65-1.400-2.300-.3-4.800-1.200-4.800-5.200 0-1.150.4-2.100 1.100-2.850-.1-.25-.45-1.300.1-2.750 0 0 .9-.3 2.900 1.100a10 10 0 0 1 5.200 0c2-1.400 2.900-1.100 2.900-1.100.55 1.450.2 2.500.1 2.750.7.75 1.100 1.700 1.100 2.850 0 4-2.500 4.900-4.850 5.150.4.35.7 1 .7 1.950v2.850c0 .25.2.6.75.5A10.500 10.500 0 0 0 12 1.500z"
      fill={INK}
    />
  </BrandMark>
)

const LinkedIn = () => (
  <BrandMark>
    <rect fill="#0a66c2" height="21" rx="2.500" width="21" x="1.500" y="1.500" />
    <circle cx="6.600" cy="6.600" fill="#fff" r="1.750" />
    <path
      d="M5.100 9.600h3v9.300h-3zm4.900 0h2.900v1.300c.5-.9 1.500-1.600 3-1.600 2.700 0 3.500 1.700 3.500 4.300v5.300h-3v-4.800c0-1.300-.3-2.200-1.500-2.200-1.300 0-1.900.9-1.900 2.300v4.700h-3z"
      fill="#fff"
    />
  </BrandMark>
)

const Spotify = () => (
  <BrandMark>
    <circle cx="12" cy="12" fill="#1db954" r="10.500" />
    <path
      d="M6.300 8.700c3.900-1.200 8.200-.8 11.600 1.200M6.900 12.200c3.200-.95 6.900-.6 9.700 1.100M7.400 15.500c2.700-.75 5.700-.45 8 .95"
      fill="none"
      stroke="#fff"
      strokeLinecap="round"
      strokeWidth="1.700"
    />
  </BrandMark>
)

const Instagram = () => (
  <BrandMark>
    <defs>
      <linearGradient id="vitrine-instagram" x1="0.1" x2="0.9" y1="1" y2="0">
        <stop offset="0" stopColor="#fd5" />
        <stop offset="0.35" stopColor="#ff543e" />
        <stop offset="0.65" stopColor="#c837ab" />
        <stop offset="1" stopColor="#5b4fe9" />
      </linearGradient>
    </defs>
    <rect fill="url(#vitrine-instagram)" height="21" rx="6" width="21" x="1.500" y="1.500" />
    <rect fill="none" height="13" rx="4" stroke="#fff" strokeWidth="1.600" width="13" x="5.500" y="5.500" />
    <circle cx="12" cy="12" fill="none" r="3.100" stroke="#fff" strokeWidth="1.600" />
    <circle cx="15.800" cy="8.200" fill="#fff" r="0.950" />
  </BrandMark>
)

const NOTE =
  'M12.300 2.500h3.100c.25 2.300 1.650 3.850 4 4.100v3.100a7.300 7.300 0 0 1-3.950-1.250v6.650c0 3.600-2.600 6.100-5.850 6.100a5.800 5.800 0 0 1-5.800-5.850c0-3.500 2.950-6.150 6.550-5.750v3.250c-1.850-.4-3.350.8-3.350 2.500 0 1.550 1.200 2.700 2.600 2.700 1.600 0 2.700-1.100 2.700-2.900z'
const TikTok = () => (
  <BrandMark>
    <path d={NOTE} fill="#25f4ee" transform="translate(-0.900 -0.700)" />
    <path d={NOTE} fill="#fe2c55" transform="translate(0.900 0.700)" />
    <path d={NOTE} fill={INK} />
  </BrandMark>
)

const Line = () => (
  <BrandMark>
    <rect fill="#06c755" height="21" rx="5.500" width="21" x="1.500" y="1.500" />
    <path
      d="M20 11.200c0-3.500-3.550-6.400-7.950-6.400s-8 2.900-8 6.400c0 3.150 2.850 5.800 6.650 6.300.6.15.55.5.45 1.300-.1.600.1.800.7.5 2.200-1.100 5.600-3.350 7-5.050.8-.9 1.150-1.900 1.150-3.050z"
      fill="#fff"
    />
    <path
      d="M7.100 9.600v3.200h1.700M10.200 9.600v3.200M11.700 12.800V9.600l2.100 3.200V9.600M17 9.600h-1.700v3.200H17M15.300 11.200h1.500"
      fill="none"
      stroke="#06c755"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="0.950"
    />
  </BrandMark>
)

const Twitch = () => (
  <BrandMark>
    <path d="M6 1.500 2.400 5.100v13.600h4.500v3.800l3.750-3.800h3.400l7.550-7.550V1.500z" fill="#9146ff" />
    <path d="M7.100 3.300h12.700v7l-3.250 3.250H13.200l-2.900 2.900v-2.900H7.100z" fill="#fff" />
    <path d="M10.700 6.300h1.700v4.300h-1.700zm4.500 0h1.700v4.300h-1.700z" fill="#9146ff" />
  </BrandMark>
)

const Telegram = () => (
  <BrandMark>
    <circle cx="12" cy="12" fill="#2aabee" r="10.500" />
    <path
      d="M5.300 11.800 17.200 7.100c.6-.2 1.100.15.9 1l-2 9.500c-.15.7-.6.85-1.150.55l-3.050-2.300-1.500 1.450c-.2.2-.4.35-.75.35l.25-3.100 5.650-5.150c.25-.25-.05-.35-.4-.15l-7 4.450-3-.95c-.65-.2-.65-.65.150-.95z"
      fill="#fff"
    />
  </BrandMark>
)

export const LOGOS = {
  google: Google,
  apple: Apple,
  twitter: X,
  discord: Discord,
  github: GitHub,
  linkedin: LinkedIn,
  spotify: Spotify,
  instagram: Instagram,
  tiktok: TikTok,
  line: Line,
  twitch: Twitch,
  telegram_oauth: Telegram,
  telegram: Telegram,
} as const satisfies Record<KnownProvider, ComponentType> & { telegram: ComponentType }
