/**
 * Colours, radii and the card's width that every surface of the wallet has: the frame (`frame-app/ui/tokens.css`, which a test
 * holds to these), the server's own pages and its mails.
 */
export const PALETTE = {
  light: {
    surface: '#ffffff',
    'surface-raised': '#f6f6f8',
    text: '#17171c',
    'text-muted': '#62626d',
    border: 'rgb(23 23 28 / 0.1)',
    accent: '#17171c',
    'accent-contrast': '#ffffff',
    danger: '#bc1f2b',
    focus: '#2f62e6',
  },
  dark: {
    surface: '#19191d',
    'surface-raised': '#232328',
    text: '#f4f4f6',
    'text-muted': '#a5a5b0',
    border: 'rgb(255 255 255 / 0.1)',
    accent: '#f4f4f6',
    'accent-contrast': '#17171c',
    danger: '#ff8a85',
    focus: '#86aaff',
  },
} as const

/** What lies around a card that stands alone: of a window without a site behind it, and of a mail. */
export const PAGE = { light: '#f6f6f8', dark: '#0f0f12' } as const

export const MEASURES = {
  'radius-card': '24px',
  'radius-row': '14px',
  'radius-tile': '10px',
  card: '23.75rem',
} as const
