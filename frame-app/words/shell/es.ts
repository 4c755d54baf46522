import type { ShellWords } from './en.ts'

export const shell: ShellWords = {
  'action.close': 'Cerrar',
  'action.tryAgain': 'Reintentar',
  'shell.walletOrigin': 'Protegido por {host}',
  'shell.loading': 'Cargando…',
  'login.title': 'Inicia sesión o regístrate',
  'wait.noAnswer': 'Está tardando más de lo normal.',
  'wait.offline': 'Sin conexión. Seguiremos cuando vuelva.',
  'error.offline': 'Sin conexión.',
  'wait.stillHere': 'Puedes seguir leyendo lo que hay aquí.',
  'error.screen': 'No se pudo cargar. Revisa tu conexión e inténtalo de nuevo.',
}
