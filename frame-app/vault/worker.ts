import { expose } from 'comlink'

expose({ hi: () => 1 })
