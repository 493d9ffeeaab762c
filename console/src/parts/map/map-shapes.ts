export { default as shapes } from 'reference:ground'
