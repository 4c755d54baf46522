import { INSTANCE_OPTIONS } from './instance-options.ts'

/** Attributes of the script tag, as `dataset` names them. */
export const TAG_ATTRIBUTES: readonly string[] = [
  ...INSTANCE_OPTIONS.filter(name => name !== 'walletOrigin' && name !== 'config'),
  'auto',
  'theme',
  'accentColor',
  'loginMethods',
]

/** @param name as `dataset` has it @returns as HTML has it: `data-app-id` of `appId` */
export const attributeOf = (name: string) =>
  `data-${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
