import type { ShellWords } from './en.ts'

export const shell: ShellWords = {
  'action.close': '閉じる',
  'action.tryAgain': 'もう一度試す',
  'shell.walletOrigin': '{host} により保護',
  'shell.loading': '読み込み中…',
  'login.title': 'ログインまたは新規登録',
  'wait.noAnswer': '通常より時間がかかっています。',
  'wait.offline': 'オフラインです。接続が戻ると続行します。',
  'error.offline': 'オフラインです。',
  'wait.stillHere': '表示中の内容は引き続き読めます。',
  'error.screen': '読み込めませんでした。接続を確認して、もう一度お試しください。',
}
