/** The default plans, which `plans.yaml` holds when it is made, with what an operator needs to edit them. */
export const DEFAULT_PLANS = `# The plans that keys can be on. Edit freely: a running service takes a change over within a second.
# A file that cannot be read changes nothing until it is mended; the log says what is wrong.
# Removing a plan shuts out the keys that are on it: move them first with ./plat keys plan KEYID NAME.
#
# Every plan states all of these:
#   credits            credits per period; most calls cost 1, a skip-tracing call 6, only answered calls are charged
#   period             month: begins on the day the key got the plan, at 00:00 UTC, and again every month
#                      once: begins on that day and never again
#   areas              which areas it opens: A (property data), B (offers), C (experiences)
#   skip               true or false: whether it opens skip tracing, the data about people
#   requestsPerSecond  calls per second in the long run; 0.5 is one call every two seconds
#   burst              calls that may come at once after a pause
#   callsInFlight      calls that may run at the same time
# and may state:
#   missesPerSecond    calls per second, in the long run, that cost nothing because they found nothing or could not be read
#                      (400, 404, 409), burst at once; half of requestsPerSecond where it is not stated
#   operator           true: it opens the pages for operators (/operator/...), which tell of all keys and all data
#   beyondCredits      refuse: calls beyond the credits are not answered, as where it is not stated
#                      warn: they are answered and charged, and the header x-credits-over tells how many
#   rowsPerCredit      rows of a page of /odata that one credit pays for, 1 to 100,000; 200 where it is not stated

# For the demo key, which is accepted from this machine only, and only for the sample catalogue.
demo:
  credits: 1000000
  period: month
  areas: [A, B, C]
  skip: true
  requestsPerSecond: 20000
  burst: 40000
  callsInFlight: 1000

# A free look at area C: 250 calls, once.
trial:
  credits: 250
  period: once
  areas: [C]
  skip: false
  requestsPerSecond: 2
  burst: 5
  callsInFlight: 2

basic:
  credits: 10000
  period: month
  areas: [A, B, C]
  skip: false
  requestsPerSecond: 5
  burst: 20
  callsInFlight: 10

pro:
  credits: 250000
  period: month
  areas: [A, B, C]
  skip: true
  requestsPerSecond: 50
  burst: 100
  callsInFlight: 25

# For those who run the service, away from its machine: the pages for operators, which cost nothing, and no calls.
operator:
  credits: 0
  period: month
  areas: [A]
  skip: false
  operator: true
  requestsPerSecond: 10
  burst: 50
  callsInFlight: 10
`
