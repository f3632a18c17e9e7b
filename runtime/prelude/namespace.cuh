namespace
{
