/** What is no operator: comments, texts, and what is in brackets, the innermost first. */
const INNER = [/\/\*[\s\S]*?\*\//g, /'(?:[^'\\]|\\.)*'|`[^`]*`/g]
const BRACKETS = /\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g

/** A type's text in parentheses, where it would come apart beside another operator. */
export function inParentheses(text: string): string {
  let outer = INNER.reduce((rest, inner) => rest.replaceAll(inner, ''), text)
  for (let before = ''; before !== outer; ) {
    before = outer
    outer = outer.replaceAll(BRACKETS, '').replaceAll(/<[^<>]*(?:=>[^<>]*)*>/g, '')
  }
  return /[|&]|=>|^\s*readonly /.test(outer) ? `(${text})` : text
}
