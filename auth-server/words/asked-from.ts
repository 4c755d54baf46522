import type { Language } from './language.ts'

/** Names by which people are told of a browser and a system: ours alone, so that nobody writes into a mail by a header. */
export const BROWSER_NAMES = [
  'Edge',
  'Opera',
  'Samsung Internet',
  'Vivaldi',
  'Firefox',
  'Chrome',
  'Safari',
  'Brave',
] as const
export const SYSTEM_NAMES = ['iOS', 'Android', 'ChromeOS', 'Windows', 'macOS', 'Linux'] as const

/** In the place of a network: the machine that a development server runs on. */
export const OWN_MACHINE = 'own-machine'

/** From where something was asked for, as far as it is known. */
export interface AskedFrom {
  readonly browser?: (typeof BROWSER_NAMES)[number] | undefined
  readonly system?: (typeof SYSTEM_NAMES)[number] | undefined
  /** Of `placeOf`: where on the Internet, as the server saw it, or `OWN_MACHINE`. */
  readonly network?: string | undefined
  /** The name of the place of `network` (`places/open-places.ts`). Without one the place is unknown. */
  readonly place?: string | undefined
}

interface AskedFromWords {
  both(browser: string, system: string): string
  readonly time: string
  readonly device: string
  readonly place: string
  readonly unknownPlace: string
  readonly ownMachine: string
}

export const ASKED_FROM_WORDS: Readonly<Record<Language, AskedFromWords>> = {
  en: {
    both: (browser, system) => `${browser} on ${system}`,
    time: 'Time',
    device: 'Device',
    place: 'Place',
    unknownPlace: 'An unknown place',
    ownMachine: 'This computer',
  },
  es: {
    both: (browser, system) => `${browser} en ${system}`,
    time: 'Hora',
    device: 'Dispositivo',
    place: 'Lugar',
    unknownPlace: 'Un lugar desconocido',
    ownMachine: 'Este ordenador',
  },
  ja: {
    both: (browser, system) => `${system} の ${browser}`,
    time: '日時',
    device: '端末',
    place: '場所',
    unknownPlace: '不明な場所',
    ownMachine: 'このコンピューター',
  },
  ar: {
    both: (browser, system) => `${browser} على ${system}`,
    time: 'الوقت',
    device: 'الجهاز',
    place: 'المكان',
    unknownPlace: 'مكان غير معروف',
    ownMachine: 'هذا الحاسوب',
  },
}

/** `Firefox on Linux`, or which of the two is known. */
export function sayDevice({ browser, system }: AskedFrom, language: Language): string | null {
  if (browser && system) return ASKED_FROM_WORDS[language].both(browser, system)
  return browser ?? system ?? null
}

/** Says the name of a place. Without a name it says that the place is unknown: an address tells a user nothing. */
export function sayPlace(network: string, place: string | undefined, language: Language): string {
  const words = ASKED_FROM_WORDS[language]
  return network === OWN_MACHINE ? words.ownMachine : (place ?? words.unknownPlace)
}

/** What something is called, and what it is. */
export type SaidRow = readonly [name: string, value: string]

/** What is known, as rows. */
export function sayAskedFrom(from: AskedFrom, language: Language): readonly SaidRow[] {
  const words = ASKED_FROM_WORDS[language]
  const device = sayDevice(from, language)
  return [
    ...(device === null ? [] : [[words.device, device] as const]),
    ...(from.network === undefined
      ? []
      : [[words.place, sayPlace(from.network, from.place, language)] as const]),
  ]
}
