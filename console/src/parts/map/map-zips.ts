export { default as zips } from 'reference:zips'
