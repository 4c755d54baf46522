import latin from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'

/** Loads the typeface behind the first paint; until then, and if it never comes, the system's stands in. */
export function loadFont() {
  const face = new FontFace('Vitrine Sans', `url(${latin})`, { weight: '100 900' })
  const load = () => {
    face.load().then(
      () => document.fonts.add(face),
      () => {
        // The system's typeface stays: nothing depends on ours.
      },
    )
  }
  requestAnimationFrame(() => setTimeout(load))
}
