const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes `text` safe as HTML content and inside quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '')
