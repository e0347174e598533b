/** The element's name in the page. */
export const CODE_FIELD = 'code-field'
