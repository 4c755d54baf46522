import type { ShellWords } from './en.ts'

export const shell: ShellWords = {
  'action.close': 'إغلاق',
  'action.tryAgain': 'حاول مرة أخرى',
  'shell.walletOrigin': 'محمي بواسطة {host}',
  'shell.loading': 'جارٍ التحميل…',
  'login.title': 'سجّل الدخول أو أنشئ حسابًا',
  'wait.noAnswer': 'يستغرق هذا وقتًا أطول من المعتاد.',
  'wait.offline': 'لا يوجد اتصال. سنتابع عند عودته.',
  'error.offline': 'لا يوجد اتصال بالإنترنت.',
  'wait.stillHere': 'ما زال بإمكانك قراءة ما هو معروض.',
  'error.screen': 'تعذّر التحميل. تحقق من الاتصال وحاول مرة أخرى.',
}
