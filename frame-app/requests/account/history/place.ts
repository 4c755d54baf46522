import { say } from '../../../words/say.ts'

/** As the server's `placeOf` has it: the start of an address, or that it is the machine that the server runs on. */
export const sayPlace = (network: string): string =>
  network === 'own-machine' ? say('devices.ownMachine') : network
